import Foundation
import Synchronization
import Testing

extension SystemTests {
  @Suite("Signing in")
  struct SigningInTests {
    private static let ours = "X-Requested-With"

    private func stranger(_ stack: Stack) -> HTTPClient { HTTPClient(port: stack.port, token: nil) }

    private func signIn(_ stack: Stack, _ member: String, _ value: String) throws -> Response {
      try stranger(stack).post("/api/v1/session", "{\"\(member)\": \"\(value)\"}")
    }

    /// Returns the cookie in a response and checks its flags.
    private func cookie(_ response: Response) throws -> [String: String] {
      #expect(response.status == 204, "\(response.text)")
      let parts = try #require(response.headers["set-cookie"]).components(separatedBy: "; ")
      #expect(Set(["Path=/", "HttpOnly", "SameSite=Strict"]).isSubset(of: parts))
      #expect(parts.contains { $0.hasPrefix("Max-Age=") } && !parts.contains("Secure"))
      #expect(parts[0].wholeMatch(of: /waymark=wb_[A-Za-z0-9_-]{43}/) != nil, "\(parts[0])")
      return ["Cookie": parts[0]]
    }

    private func code(_ link: String, port: UInt16) throws -> String {
      let parts = link.components(separatedBy: "/#code=")
      #expect(parts.count == 2 && parts[0] == "http://127.0.0.1:\(port)", "\(link)")
      return try #require(parts.last)
    }

    @Test("The link of sign-in signs a browser in once")
    func link() throws {
      let stack = try Stack()
      let made = try stack.command("sign-in", "--user", "me")
      let code = try code(made.output.trimmingCharacters(in: .newlines), port: stack.port)
      let cookie = try cookie(try signIn(stack, "code", code))
      let again = try signIn(stack, "code", code)
      #expect(again.status == 401 && again.headers["set-cookie"] == nil)
      let browser = stranger(stack)
      #expect(try browser.get("/api/v1/profile", headers: cookie).object.text("userId") == "me")
      let hero = "/api/v1/heroes/mia"
      for fields in [cookie, cookie.merging(["Origin": "https://evil.example"]) { $1 }] {
        #expect(try browser.send("PUT", hero, #"{"name": "Mia"}"#, headers: fields).status == 403)
        #expect(try browser.send("DELETE", "/api/v1/session", headers: fields).status == 403)
      }
      let ours = cookie.merging([Self.ours: "waymark"]) { $1 }
      #expect(try browser.send("PUT", hero, #"{"name": "Mia"}"#, headers: ours).status == 201)
      #expect(try browser.send("DELETE", "/api/v1/session", headers: ours).status == 204)
      #expect(try browser.get("/api/v1/profile", headers: cookie).status == 401)
    }

    @Test("One of fifty concurrent attempts with a code succeeds")
    func parallel() throws {
      let stack = try Stack()
      let made = try stack.command("sign-in", "--user", "ada")
      #expect(made.code == 0 && made.errors.isEmpty)
      let code = try code(made.output.trimmingCharacters(in: .newlines), port: stack.port)
      let statuses = Mutex<[Int]>([])
      let browser = stranger(stack)
      DispatchQueue.concurrentPerform(iterations: 50) { _ in
        let status = (try? browser.post("/api/v1/session", "{\"code\": \"\(code)\"}").status) ?? 0
        statuses.withLock { $0.append(status) }
      }
      let counts = Dictionary(grouping: statuses.withLock { $0 }) { $0 }.mapValues(\.count)
      #expect(counts[204] == 1 && counts[401] == 10 && counts[429] == 39, "\(counts)")
      let rejected = try signIn(stack, "token", "wm_guess")
      #expect(rejected.status == 429 && (1...60).contains(rejected.headers["retry-after"].flatMap { Int($0) } ?? 0))
    }

    @Test("A retry with its key gets the first response, even if the service was killed in between")
    func retried() throws {
      let stack = try Stack()
      let link = try stack.command("sign-in", "--user", "ada").output.trimmingCharacters(in: .newlines)
      let body = "{\"code\": \"\(try code(link, port: stack.port))\"}"
      let path = "/api/v1/session"
      let key = ["Idempotency-Key": UUID().uuidString]
      let browser = stranger(stack)
      #expect(try browser.post(path, body, headers: ["Idempotency-Key": "a b"]).status == 400)
      let first = try browser.post(path, body, headers: key)
      let cookie = try cookie(first)
      let owner = try stack.client(user: "ada")
      let token = try owner.post("/api/v1/tokens", #"{"name": "phone"}"#, headers: key)
      #expect(token.status == 201 && first.headers["idempotency-replayed"] == nil)
      let before = try stack.pid(of: "session")
      try stack.kill9("session")
      try eventually("another one works in its place") {
        try stack.pid(of: "session") != before && browser.get("/readyz").status == 200
      }
      let again = try browser.post(path, body, headers: key)
      #expect(try self.cookie(again) == cookie && again.headers["idempotency-replayed"] == "true")
      #expect(try browser.post(path, body + " ", headers: key).status == 422)
      for headers in [[:], ["Idempotency-Key": UUID().uuidString]] {
        let stolen = try browser.post(path, body, headers: headers)
        #expect(stolen.status == 401 && stolen.headers["set-cookie"] == nil)
      }
      #expect(try browser.get("/api/v1/profile", headers: cookie).status == 200)
      let shown = try owner.post("/api/v1/tokens", #"{"name": "phone"}"#, headers: key)
      #expect(shown.status == 201 && shown.body == token.body && shown.headers["idempotency-replayed"] == "true")
      #expect(try owner.get("/api/v1/tokens").object.list("items").count == 3)
      let ours = cookie.merging([Self.ours: "waymark"]) { $1 }
      #expect(try browser.send("DELETE", path, headers: ours).status == 204)
      #expect(try browser.post(path, body, headers: key).status == 401)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A code created while the stack is stopped is valid after the start")
    func stopped() throws {
      var stack = try Stack()
      stack.stop()
      let made = try stack.command("sign-in", "--user", "ada", "--json")
      let object = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
      #expect(object?.text("user") == "ada" && object?.text("expiresAt")?.hasSuffix("Z") == true, "\(made.errors)")
      let code = try code(try #require(object?.text("url")), port: stack.port)
      stack = try Stack(folder: stack.folder)
      #expect(try signIn(stack, "code", code).status == 204)
      let elsewhere = try Executable.run(["sign-in", "--user", "ada", "--data", stack.folder.path + "/nothing"])
      #expect(elsewhere.code == 1 && elsewhere.errors.split(separator: "\n").count == 1)
    }

    @Test("Revoking a token ends it and its cookies within a second, by command and over HTTP")
    func measuresRevocation() throws {
      let stack = try Stack()
      let owner = try stack.client(user: "ada")
      let limit = try allowance(1) { _ = try owner.get("/api/v1/profile") }
      for isByCommand in [true, false] {
        let seconds = try shortest(under: limit) { _ in
          let made = try owner.post("/api/v1/tokens", #"{"name": "phone"}"#)
          let (id, token) = (try #require(made.object.text("id")), try #require(made.object.text("token")))
          let phone = HTTPClient(port: stack.port, token: token)
          let cookie = try cookie(try signIn(stack, "token", token))
          // Caches both in the edge.
          for _ in 0..<3 {
            #expect(try phone.get("/api/v1/profile").status == 200)
            #expect(try stranger(stack).get("/api/v1/profile", headers: cookie).status == 200)
          }
          if isByCommand {
            #expect(try stack.command("token", "revoke", id).code == 0)
          } else {
            // Over HTTP the revocation takes effect with the next request.
            #expect(try owner.delete("/api/v1/tokens/\(id)").status == 204)
            #expect(try phone.get("/api/v1/profile").status == 401)
            #expect(try stranger(stack).get("/api/v1/profile", headers: cookie).status == 401)
          }
          let seconds = try duration {
            try eventually("both have ended") {
              let ended = try stranger(stack).get("/api/v1/profile", headers: cookie)
              guard try phone.get("/api/v1/profile").status == 401, ended.status == 401 else { return false }
              return ended.headers["set-cookie"]?.contains("Max-Age=0") == true
            }
          }
          #expect(try signIn(stack, "token", token).status == 401)
          return seconds
        }
        #expect(seconds < limit)
      }
    }

    @Test("Only its user can create, list and revoke a token, with at most the creator's scopes and lifetime")
    func tokens() throws {
      let stack = try Stack()
      let made = try stack.command(
        "token", "create", "--user", "ada", "--device", "--expires", "1h", "--name", "reader")
      let typed = made.output.trimmingCharacters(in: .newlines)
      #expect(typed.wholeMatch(of: /([0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}/) != nil, "\(typed)")
      for text in [typed, typed.uppercased(), typed.replacingOccurrences(of: "-", with: "")] {
        #expect(try HTTPClient(port: stack.port, token: text).get("/api/v1/profile").status == 200)
      }
      let device = HTTPClient(port: stack.port, token: typed)
      let child = try device.post("/api/v1/tokens", #"{"name": "x", "expiresAt": "2099-01-01T00:00:00Z"}"#)
      // The time of the last use is stored in whole minutes, so both uses must be in the same minute.
      let list = try found("a list that was read within one minute") { () -> [[String: Any]]? in
        let minute = Int(Date().timeIntervalSince1970) / 60
        _ = try device.get("/api/v1/tokens")
        let list = try device.get("/api/v1/tokens").object["items"] as? [[String: Any]]
        return Int(Date().timeIntervalSince1970) / 60 == minute ? list : nil
      }
      let own = try #require(list.first { $0["isCurrent"] as? Bool == true })
      #expect(list.count == 2 && own.text("kind") == "device" && own.text("name") == "reader")
      #expect(own.text("lastUsedAt")?.hasSuffix(":00Z") == true && list.allSatisfy { $0["token"] == nil })
      #expect(child.status == 201 && child.object.text("expiresAt") == own.text("expiresAt"))
      let reader = try stack.client(user: "ada", scope: "read")
      #expect(try reader.post("/api/v1/tokens", #"{"name": "x"}"#).status == 403)
      let eve = try stack.client(user: "eve")
      #expect(try eve.delete("/api/v1/tokens/\(try #require(own.text("id")))").status == 404)
      // The stop of the stack writes the last use to disk.
      stack.stop()
      let kept = try stack.command("token", "list", "--json")
      let rows = try JSONSerialization.jsonObject(with: Data(kept.output.utf8)) as? [[String: Any]]
      let row = try #require(rows?.first { $0.text("name") == "reader" })
      #expect(row.text("lastUsedAt") == own.text("lastUsedAt") && row.text("kind") == "device")
      for name in ["journal.sqlite", "journal.sqlite-wal"] {
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: stack.data + "/" + name))) ?? Data()
        for secret in [typed, typed.replacingOccurrences(of: "-", with: "")] {
          #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
      }
      #expect(try stack.command("verify").code == 0)
    }

    @Test("A proxy can name the user only from a trusted address, and everything is below the public path")
    func proxies() throws {
      let named = ["Remote-User": "bea", "X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "https"]
      let header = ["WAYMARK_USER_HEADER": "Remote-User"]
      let far = try Stack(environment: header.merging(["WAYMARK_TRUSTED_PROXIES": "10.0.0.0/8,unix"]) { $1 })
      #expect(try stranger(far).get("/api/v1/profile", headers: named).status == 401)
      far.stop()
      let url = "https://example.org/way"
      let near = try Stack(
        environment: header.merging(["WAYMARK_TRUSTED_PROXIES": "127.0.0.0/8", "WAYMARK_PUBLIC_URL": url]) { $1 })
      #expect(try stranger(near).get("/way/api/v1/profile", headers: named).object.text("userId") == "bea")
      #expect(try stranger(near).get("/way/api/v1/profile", headers: ["Remote-User": "a b"]).status == 401)
      let asked = try near.command("sign-in", "--user", "ada")
      let link = asked.output.trimmingCharacters(in: .newlines)
      #expect(link.hasPrefix(url + "/#code="))
      let code = try #require(link.components(separatedBy: "=").last)
      let response = try stranger(near).post("/way/api/v1/session", "{\"code\": \"\(code)\"}")
      let flags = try #require(response.headers["set-cookie"])
      #expect(flags.contains("; Path=/way;") && flags.hasSuffix("; Secure"))
      #expect(try stranger(near).get("/way/").status == 200)
    }
  }
}
