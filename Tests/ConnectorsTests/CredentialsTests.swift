import API
import Testing

@testable import Connectors

@Suite("Credentials of connectors")
struct CredentialsTests {
  @Test(
    "Basic credentials are split at their last colon",
    arguments: [
      ("Basic YWRhOnRva2Vu", "ada", "token"), ("basic YTpiOnRva2Vu", "a:b", "token"), ("BASIC bWU6", "me", ""),
      ("Basic  YWRhOnRva2VuMQ", "ada", "token1"),
    ])
  func basic(_ field: String, _ name: String, _ token: String) {
    #expect(ConnectorCredentials.basic(field) == .token(name: name, Array(token.utf8)))
  }

  @Test("Unreadable credentials are not missing ones", arguments: ["Basic", "Basic !!", "Bearer x", "Basic YWRh"])
  func malformed(_ field: String) {
    #expect(ConnectorCredentials.basic(field) == .malformed)
    #expect(ConnectorCredentials.basic(nil) == ConnectorCredentials.none)
  }

  @Test("The word before a token has any case", arguments: ["Token abc", "TOKEN abc", "Bearer abc", "bearer  abc"])
  func token(_ field: String) {
    #expect(ConnectorCredentials.token(field) == .token(name: nil, Array("abc".utf8)))
  }

  @Test("A key is 32 hexadecimal digits in either case")
  func digests() {
    let key = String(repeating: "aB", count: 16)
    #expect(ConnectorCredentials.digest(name: "ada", key: key) == .md5(name: "ada", key.lowercased()))
    #expect(ConnectorCredentials.digest(name: "ada", key: "ab") == .malformed)
    #expect(ConnectorCredentials.digest(name: nil, key: key) == ConnectorCredentials.none)
    #expect(ConnectorCredentials.digest(name: "ada", key: "") == ConnectorCredentials.none)
  }

  @Test("The entered name is the user id or me", arguments: [("ada", true), ("me", true), ("Ada", false), ("", false)])
  func names(_ name: String, _ isRight: Bool) {
    #expect(ConnectorCredentials.token(name: name, []).names("ada") == isRight)
  }

  @Test(
    "A name with other characters is entered as me",
    arguments: [("ada", "ada"), ("a.b-c_D1", "a.b-c_D1"), ("ada@x", "me"), ("a:b", "me")])
  func entered(_ id: String, _ name: String) {
    #expect(ConnectorName.enteredName(of: id) == name)
  }

  @Test("Addresses are those to enter")
  func addresses() {
    #expect(ConnectorName.kosync.address(at: "https://w.example") == "https://w.example/kosync")
    #expect(ConnectorName.koinsight.address(at: "https://w.example/x") == "https://w.example/x/koinsight/{token}")
    #expect(ConnectorName.webhooks.address(at: "https://w.example") == nil)
  }
}
