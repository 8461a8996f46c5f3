import Foundation
import Testing

extension SystemTests {
  /// Passkeys over HTTP, with an authenticator in software.
  @Suite("Passkeys")
  struct PasskeyTests {
    private static let local = ["Host": "localhost:8080"]

    @Test("A passkey signs in at the public address, even after kill -9, and each challenge works once")
    func life() throws {
      let stack = try Stack(environment: ["WAYMARK_PUBLIC_URL": "https://waymark.example.org:8443"])
      let device = PasskeyDevice(origin: "https://waymark.example.org:8443", site: "waymark.example.org")
      let kim = try CookieClient(stack, user: "kim")
      let added = try device.add(to: kim)
      #expect(added.status == 201 && added.object.text("name") == "phone", "\(added.text)")
      let id = try #require(added.object.text("id"))
      for name in ["session", "edge"] { try stack.kill9(name) }
      let client = HTTPClient(port: stack.port)
      // More than once, because two hosts may take turns.
      try eventually("the stack is back") { try (0..<4).allSatisfy { _ in try client.get("/readyz").status == 200 } }
      let other = CookieClient(stack)
      let body = try device.proof(for: other)
      let signedIn = try other.send("POST", "/session/passkey", body)
      #expect(signedIn.status == 204, "\(signedIn.text)")
      let session = try other.session
      #expect(session.text("userId") == "kim" && session.text("method") == "passkey")
      #expect((session["methods"] as? [String])?.contains("passkey") == true)
      let again = try CookieClient(stack).send("POST", "/session/passkey", body)
      #expect(again.status == 401)
      let wrong = try CookieClient(stack).send("POST", "/session", #"{"userId": "kim", "password": "wrong horse"}"#)
      #expect(again.text == wrong.text)
      #expect(try other.send("PATCH", "/passkeys/\(id)", #"{"name": "old phone"}"#).status == 200)
      let list = try other.send("GET", "/passkeys").object.list("items")
      #expect(list.count == 1 && list[0].text("name") == "old phone" && list[0].text("lastUsedAt") != nil)
      #expect(try other.send("POST", "/session/confirm", try device.proof(for: other)).status == 204)
      let export = try other.send("GET", "/account/export").object
      #expect(export.list("passkeys").map { Set($0.keys) } == [["name", "createdAt", "lastUsedAt"]])
      #expect(export.list("signIns").map { $0.text("method") } == ["password", "passkey", "code"])
      #expect(try other.send("DELETE", "/passkeys/\(id)").status == 204)
      #expect(try other.send("DELETE", "/passkeys/\(id)").status == 404)
      #expect(try CookieClient(stack).send("POST", "/session/passkey", try device.proof(for: other)).status == 401)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("The challenge's cookie is hidden from pages and ends after five minutes")
    func cookie() throws {
      let stack = try Stack()
      let response = try CookieClient(stack).send("POST", "/session/passkey/options", headers: Self.local)
      let parts = Set(try #require(response.headers["set-cookie"]).components(separatedBy: "; ").dropFirst())
      #expect(parts == ["Path=/", "Max-Age=300", "HttpOnly", "SameSite=Strict"])
      #expect(response.object["allowCredentials"] as? [String] == [] && response.object.text("rpId") == "localhost")
      #expect(response.object.text("userVerification") == "required" && response.object["timeout"] as? Int == 300_000)
      #expect(response.headers["cache-control"] == "no-store")
      let foreign = try CookieClient(stack).send(
        "POST", "/session/passkey/options",
        headers: Self.local.merging(["Origin": "https://evil.example", "X-Requested-With": "no"]) { $1 })
      #expect(foreign.status == 403)
    }

    @Test("Without a public address, passkeys work only on localhost")
    func addresses() throws {
      let stack = try Stack()
      let kim = try CookieClient(stack, user: "kim")
      #expect(try kim.send("POST", "/passkeys/options").status == 404)
      #expect(try kim.send("POST", "/session/passkey/options").status == 404)
      #expect(try (kim.session["methods"] as? [String])?.contains("passkey") == false)
      let device = PasskeyDevice(origin: "http://localhost:8080", site: "localhost")
      #expect(try device.add(to: kim, headers: Self.local).status == 201)
      let other = CookieClient(stack)
      let body = try device.proof(for: other, headers: Self.local)
      #expect(try other.send("POST", "/session/passkey", body).status == 404)
      #expect(try other.send("POST", "/session/passkey", body, headers: ["Host": "localhost"]).status == 401)
      let next = try device.proof(for: other, headers: Self.local)
      #expect(try other.send("POST", "/session/passkey", next, headers: Self.local).status == 204)
    }

    @Test("Public addresses without https or with numbers switch passkeys off")
    func off() throws {
      for (url, isOn) in [
        ("http://waymark.example.org", false), ("https://192.0.2.7", false), ("https://[2001:db8::1]:8443", false),
        ("http://localhost:8080/waymark", true),
      ] {
        let stack = try Stack(environment: ["WAYMARK_PUBLIC_URL": url])
        let response = try CookieClient(stack).send("POST", "/session/passkey/options")
        #expect(response.status == (isOn ? 200 : 404), "\(url)")
      }
    }

    @Test("Only browsers with a recent sign-in add and remove passkeys")
    func rights() throws {
      let stack = try Stack()
      let token = try stack.client(user: "kim")
      for (verb, path, body) in [
        ("POST", "/passkeys/options", nil), ("POST", "/passkeys", #"{"name": "x", "id": "x", "response": {}}"#),
        ("PATCH", "/passkeys/x", #"{"name": "x"}"#), ("DELETE", "/passkeys/x", nil),
      ] as [(String, String, String?)] {
        #expect(try token.send(verb, "/api/v1" + path, body, headers: Self.local).status == 403, "\(verb) \(path)")
      }
      #expect(try token.get("/api/v1/passkeys").object.list("items").isEmpty)
      let malformed = try CookieClient(stack).send("POST", "/session/passkey", #"{"id": "x"}"#, headers: Self.local)
      #expect(malformed.status == 422)
    }

    @Test("Ten wrong passkeys from one address are followed by 429")
    func attempts() throws {
      let body = #"{"id": "x", "response": {"clientDataJSON": "x", "authenticatorData": "x", "signature": "x"}}"#
      let responses = try withinOneMinute {
        let stack = try Stack()
        let browser = CookieClient(stack)
        return try (0...10).map { _ in try browser.send("POST", "/session/passkey", body, headers: Self.local) }
      }
      #expect(responses.map(\.status) == Array(repeating: 401, count: 10) + [429])
      #expect(responses.last?.headers["retry-after"] != nil)
    }
  }
}
