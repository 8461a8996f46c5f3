import Foundation
import Testing

@testable import WaymarkClient

@Suite("Signing in with the browser sheet")
struct AppSignInTests {
  private let server = ScriptedServer { _ in .problem(404) }
  private let base = URL(string: "https://waymark.example.org/way")!
  private var signIn: AppSignIn {
    // The verifier and the challenge of RFC 7636, appendix B.
    AppSignIn(
      server: base, redirect: "waymark://signed-in", verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      state: "s1")
  }

  @Test("SHA-256 of the standard's messages")
  func sha256() {
    func hex(_ text: String) -> String { SHA256.hash(text.utf8).map { String(format: "%02x", $0) }.joined() }
    #expect(hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hex(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test("The address contains the challenge, and not the verifier")
  func address() throws {
    let url = signIn.url.absoluteString
    #expect(url.hasPrefix("https://waymark.example.org/way/api/v1/session/oidc?"))
    let items = try #require(URLComponents(string: url)?.queryItems)
    let values = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    #expect(
      values == [
        "app": "waymark://signed-in", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256", "state": "s1",
      ])
    #expect(!url.contains(signIn.verifier))
  }

  @Test("Each sign-in has its own secrets of 43 characters")
  func secrets() {
    let made = (0..<20).map { _ in AppSignIn(server: base) }
    #expect(Set(made.map(\.verifier)).count == 20 && Set(made.map(\.state)).count == 20)
    #expect(made.allSatisfy { $0.verifier.count == 43 && $0.url != made[0].url || $0 == made[0] })
  }

  @Test("Only the address of this sign-in gives a code")
  func callbacks() throws {
    func code(_ text: String) throws(AppSignInError) -> String { try signIn.code(from: URL(string: text)!) }
    #expect(try code("waymark://signed-in?code=c0de&state=s1") == "c0de")
    for text in [
      "waymark://signed-in?code=c0de&state=s2", "waymark://signed-in?code=c0de", "waymark://signed-in?code=&state=s1",
      "waymark://other?code=c0de&state=s1", "waymark://signed-in",
    ] {
      #expect(throws: AppSignInError.otherSignIn, "\(text)") { try code(text) }
    }
    #expect(throws: AppSignInError.rejected(.group)) { try code("waymark://signed-in?error=group&state=s1") }
    #expect(throws: AppSignInError.otherSignIn) { try code("waymark://signed-in?error=group&state=s2") }
  }

  @Test("Every reason of the server has a name")
  func reasons() {
    let known: [SignInRejection] = [
      .denied, .expired, .provider, .token, .group, .unknownUser, .nameTaken, .badName, .taken, .disabled,
    ]
    #expect(
      known.map(\.rawValue) == [
        "denied", "expired", "provider", "token", "group", "unknownUser", "nameTaken", "badName", "taken", "disabled",
      ])
  }

  @Test("A code becomes a token, and is sent once")
  func exchange() async throws {
    server.script { _ in .json(201, AccessTests.token) }
    let client = server.client()
    let signIn = AppSignIn(server: client.baseURL)
    let made = try await WaymarkClient.signIn(with: signIn, code: "c0de", name: "Phone", transport: client.transport)
    #expect(made.token == "abcd-efgh-jkmn-pqrs" && server.calls == ["POST session"])
    let body = try #require(server.requests[0].body)
    let sent = try JSONDecoder().decode([String: String].self, from: body)
    #expect(sent == ["code": "c0de", "codeVerifier": signIn.verifier, "name": "Phone"])
    #expect(server.requests[0].headers["X-Requested-With"] == "waymark")
    let broken = InMemoryTransport { _ throws(TransportFailure) in throw .interrupted }
    await #expect(throws: APIError.networkUnavailable) {
      try await WaymarkClient.signIn(with: signIn, code: "c0de", name: "Phone", transport: broken)
    }
  }

  @Test("Shows who is signed in, and the ways to sign in without a token")
  func session() async throws {
    let signedIn = #"""
      {"isSignedIn": true, "userId": "kim", "displayName": "Kim", "role": "admin", "method": "token",
       "signedInAt": null, "expiresAt": "2027-01-01T00:00:00Z", "isFresh": false, "hasPassword": true,
       "methods": ["password", "passkey", "new"], "oidc": {"name": "Company", "auto": false}, "isSetUp": true}
      """#
    server.script { _ in .json(200, signedIn) }
    let client = server.client()
    let session = try await client.currentSession()
    #expect(session.userId == "kim" && session.role == .admin && session.oidc?.name == "Company")
    #expect(session.methods == [.password, .passkey, SignInMethod(rawValue: "new")])
    let end = try #require(session.expiresAt)
    #expect(!session.ends(within: 60, of: end.addingTimeInterval(-61)))
    #expect(session.ends(within: 60, of: end.addingTimeInterval(-60)))
    let stranger = #"""
      {"isSignedIn": false, "userId": null, "displayName": null, "role": null, "method": null, "signedInAt": null,
       "expiresAt": null, "isFresh": null, "hasPassword": null, "methods": ["password"], "oidc": null, "isSetUp": false}
      """#
    server.script { _ in .json(200, stranger) }
    let ways = try await WaymarkClient.waysToSignIn(to: client.baseURL, transport: client.transport)
    #expect(!ways.isSignedIn && ways.methods == [.password] && !ways.isSetUp && !ways.ends(within: 60, of: .now))
    #expect(server.requests.last?.headers["Authorization"] == nil)
  }

  @Test("A call that needs a recent sign-in has a separate error")
  func reauthenticate() {
    let problem = #"{"status": 403, "detail": "sign in again", "reauthenticate": true}"#
    let response = HTTPResponse(
      status: 403, headers: ["Content-Type": "application/problem+json"], body: Data(problem.utf8))
    #expect(APIError(response, now: .distantPast) == .reauthenticate)
    #expect(APIError.reauthenticate.recoverySuggestion == "Sign in again." && !APIError.reauthenticate.isRetryable)
    #expect(APIError(problem: Problem(), status: 403) == .forbidden)
  }
}
