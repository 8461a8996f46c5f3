import Foundation
import Testing

extension SystemTests {
  /// People over HTTP and by the command line.
  @Suite("People")
  struct PeopleTests {
    private static let password = "correct horse battery"

    private func code(_ text: String, _ name: String) throws -> String {
      let line = try #require(text.split(separator: "\n").first { $0.contains("/#\(name)=") }, "\(text)")
      return try #require(line.components(separatedBy: "=").last)
    }

    private func setUp(_ stack: Stack) throws -> CookieClient {
      let page = CookieClient(stack)
      let code = try code(stack.log, "setup")
      let body = #"{"code": "\#(code)", "userId": "kim", "displayName": "Kim", "password": "\#(Self.password)"}"#
      let response = try page.send("POST", "/setup", body)
      #expect(response.status == 204, "\(response.text)")
      return page
    }

    @Test("From the set-up link to a second person who signs in, without a command")
    func firstRun() throws {
      let stack = try Stack()
      #expect(stack.printed == "waymark ready http://127.0.0.1:\(stack.port)\n" && !stack.log.contains("wm_"))
      let file = stack.data + "/setup-link"
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("http://127.0.0.1:\(stack.port)/#setup="))
      let stranger = try CookieClient(stack).session
      #expect(stranger["isSignedIn"] as? Bool == false && stranger["isSetUp"] as? Bool == false)
      #expect(stranger["userId"] is NSNull && stranger["methods"] as? [String] == ["password", "token", "code"])
      let kim = try setUp(stack)
      try eventually("the file of the link is deleted") {
        try kim.session["isSetUp"] as? Bool == true && !FileManager.default.fileExists(atPath: file)
      }
      let own = try kim.session
      #expect(own.text("userId") == "kim" && own.text("role") == "admin" && own.text("method") == "setup")
      #expect(own["isFresh"] as? Bool == true && own["hasPassword"] as? Bool == true && own["isSetUp"] as? Bool == true)
      let invited = try kim.send("POST", "/people", #"{"userId": "ada", "displayName": "Ada"}"#)
      #expect(invited.status == 201, "\(invited.text)")
      let link = try #require((invited.object["invitation"] as? [String: Any])?.text("url"))
      let ada = CookieClient(stack)
      let body = #"{"code": "\#(try code(link, "invitation"))", "password": "another horse", "timezone": "Asia/Tokyo"}"#
      #expect(try ada.send("POST", "/session/invitation", body).status == 204)
      let profile = try ada.send("GET", "/profile").object
      #expect(profile.text("userId") == "ada" && profile.text("displayName") == "Ada")
      #expect(profile.text("timezone") == "Asia/Tokyo")
      #expect(try ada.send("GET", "/people").status == 403)
      let people = try kim.send("GET", "/people").object.list("items")
      #expect(
        people.map { $0.text("userId") } == ["ada", "kim"] && people.map { $0.text("state") } == ["active", "active"])
      #expect(try ada.send("DELETE", "/session").status == 204 && ada.cookie.isEmpty)
      #expect(try ada.send("POST", "/session", #"{"userId": "ada", "password": "another horse"}"#).status == 204)
      #expect(try ada.session.text("method") == "password")
    }

    @Test("Wrong credentials get the same response, and too many are 429")
    func wrongCredentials() throws {
      let wrong = [
        #"{"userId": "kim", "password": "wrong horse battery"}"#, #"{"userId": "nobody", "password": "x"}"#,
        #"{"userId": "", "password": ""}"#, #"{"code": "x"}"#, #"{"token": "wm_x"}"#,
      ]
      // They do not count as wrong credentials.
      let malformed = [#"{"userId": "kim"}"#, "{}", #"{"code": "x", "password": "y"}"#]
      let responses = try withinOneMinute {
        let stack = try Stack()
        _ = try setUp(stack)
        return try (wrong + malformed + Array(repeating: wrong[0], count: 6)).map { body in
          try CookieClient(stack).send("POST", "/session", body)
        }
      }
      #expect(Set(responses.prefix(wrong.count).map(\.text)).count == 1)
      let rejected = Array(repeating: 401, count: 5)
      #expect(responses.map(\.status) == rejected + [422, 422, 422] + rejected + [429])
      #expect(responses.last?.headers["retry-after"] != nil)
    }

    @Test("No page of another site signs a browser in, and only browsers may use the calls for browsers")
    func foreignPages() throws {
      let stack = try Stack()
      let kim = try setUp(stack)
      let body = #"{"userId": "kim", "password": "\#(Self.password)"}"#
      let foreign = HTTPClient(port: stack.port, token: nil)
      for header in [["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"]] {
        for path in ["/session", "/session/invitation", "/setup"] {
          #expect(try foreign.send("POST", "/api/v1" + path, body, headers: header).status == 403)
        }
      }
      #expect(try foreign.post("/api/v1/session", body).status == 204)
      let token = try stack.client(user: "kim")
      for (verb, path, body) in [
        ("GET", "/people", nil), ("PUT", "/account/password", #"{"password": "a new password"}"#),
        ("POST", "/session/confirm", #"{"password": "x"}"#), ("POST", "/session/end-others", "{}"),
        ("POST", "/people", #"{"userId": "eve"}"#), ("POST", "/invitations", "{}"),
        ("DELETE", "/people/kim", #"{"userId": "kim"}"#), ("PATCH", "/people/kim", "{}"),
      ] as [(String, String, String?)] {
        #expect(try token.send(verb, "/api/v1" + path, body).status == 403, "\(verb) \(path)")
        let other = try kim.client.send(verb, "/api/v1" + path, body, headers: kim.cookie)
        #expect(other.status == (verb == "GET" ? 200 : 403), "\(verb) \(path) without the header")
      }
    }

    @Test("A repeated invitation with the same key returns the same link, and another body is 422")
    func keys() throws {
      let stack = try Stack()
      let kim = try setUp(stack)
      let key = ["Idempotency-Key": "a-key-that-is-long-enough"]
      let headers = kim.cookie.merging(CookieClient.ours) { $1 }.merging(key) { $1 }
      for (path, body, other) in [
        ("/people", #"{"userId": "ada"}"#, #"{"userId": "ben"}"#), ("/invitations", "{}", #"{"role": "admin"}"#),
        ("/people/ada/invitation", nil, nil),
      ] as [(String, String?, String?)] {
        let first = try kim.client.send("POST", "/api/v1" + path, body, headers: headers)
        #expect(first.status == 201 && first.headers["idempotency-replayed"] == nil, "\(path): \(first.text)")
        let again = try kim.client.send("POST", "/api/v1" + path, body, headers: headers)
        #expect(again.status == 201 && again.body == first.body, "\(path): \(again.text)")
        #expect(again.headers["idempotency-replayed"] == "true", "\(path)")
        guard let other else { continue }
        #expect(try kim.client.send("POST", "/api/v1" + path, other, headers: headers).status == 422, "\(path)")
      }
    }

    @Test("The command line manages people, and the running stack follows")
    func commands() throws {
      let stack = try Stack()
      let kim = try setUp(stack)
      #expect(try stack.command("setup").code == 1)
      let added = try stack.command("user", "add", "ada", "--name", "Ada L.")
      #expect(added.code == 0, "\(added.errors)")
      let ada = CookieClient(stack)
      let accept = #"{"code": "\#(try code(added.output, "invitation"))", "password": "another horse"}"#
      #expect(try ada.send("POST", "/session/invitation", accept).status == 204)
      #expect(try ada.session.text("displayName") == "Ada L.")
      #expect(try stack.command("user", "add", "ada").code == 1)
      #expect(try stack.command("user", "member", "kim").code == 1)
      #expect(try stack.command("user", "admin", "ada").code == 0)
      #expect(try ada.send("GET", "/people").status == 200)
      #expect(try stack.command("user", "member", "kim").code == 0)
      #expect(try kim.send("GET", "/people").status == 403)
      #expect(try stack.command("user", "enable", "kim").code == 0)
      #expect(try stack.command("user", "disable", "kim").code == 0)
      try eventually("the disabled person's session ends") { try kim.send("GET", "/profile").status == 401 }
      let list = try stack.command("user", "list", "--json").output
      #expect(list.contains(#""user":"kim""#) && list.contains(#""state":"disabled""#))
    }

    @Test("The settings create the first admin, and one of the two alone stops the start")
    func unattended() throws {
      let settings = ["WAYMARK_ADMIN_USER": "kim", "WAYMARK_ADMIN_PASSWORD": Self.password]
      let stack = try Stack(environment: settings)
      #expect(!stack.log.contains("#setup="))
      let page = CookieClient(stack)
      let body = #"{"userId": "kim", "password": "\#(Self.password)"}"#
      #expect(try page.send("POST", "/session", body).status == 204)
      #expect(try page.session.text("role") == "admin")
      let half = try Executable.run(
        ["up", "--data", stack.folder.path + "/half"], environment: ["WAYMARK_ADMIN_USER": "kim"])
      #expect(half.code != 0 && half.errors.contains("WAYMARK_ADMIN_PASSWORD"))
    }
  }
}
