import Foundation
import Testing

extension SystemTests {
  /// Data of 0.2.0, in which users had no passwords and roles. `docs/internals/testing.md` describes it.
  @Suite("People of an earlier release")
  struct PeopleUpgradeTests {
    private struct Secrets: Decodable {
      var token: String
      var device: String
      var share: String
      var cookie: String
    }

    /// Starts a stack on the data. The browser sessions were made to end in 90 days, so this sets a later end.
    private func stack(_ name: String, _ folder: TemporaryFolder) throws -> (stack: Stack, users: [String: Secrets]) {
      let archive = Executable.repository.appendingPathComponent("Tests/OldData/2026-11-signed-in.tar.gz").path
      let unpacked = try Executable.run(program: "/usr/bin/env", ["tar", "-xzf", archive, "-C", folder.path])
      try #require(unpacked.code == 0, "\(unpacked.errors)")
      let data = "\(folder.path)/\(name)"
      let end = Int(Date().timeIntervalSince1970) + 30 * 86_400
      try DatabaseEdit.run("UPDATE tokens SET expires_at = \(end) WHERE kind = 'browser'", on: data + "/journal.sqlite")
      let secrets = try Data(contentsOf: URL(fileURLWithPath: data + "/secrets.json"))
      return (try Stack(data: data), try JSONDecoder().decode([String: Secrets].self, from: secrets))
    }

    private func check(_ user: String, _ secrets: Secrets, _ stack: Stack) throws {
      let stranger = HTTPClient(port: stack.port, token: nil)
      let cookie = ["Cookie": "waymark=\(secrets.cookie)"]
      let bearers = [secrets.token, secrets.device].map { ["Authorization": "Bearer \($0)"] }
      for headers in bearers + [cookie] {
        let response = try stranger.get("/api/v1/library/w1", headers: headers)
        #expect(response.status == 200 && response.object.text("title") == "Middlemarch", "\(user): \(response.text)")
      }
      let path = try #require(URL(string: secrets.share)?.path)
      #expect(try stranger.get(path).status == 200)
      let session = try stranger.get("/api/v1/session", headers: cookie).object
      #expect(session.text("userId") == user && session.text("role") == "member", "\(session)")
      #expect(session["isSignedIn"] as? Bool == true && session["hasPassword"] as? Bool == false, "\(session)")
      let tokens = try HTTPClient(port: stack.port, token: secrets.token).get("/api/v1/tokens").object.list("items")
      #expect(Set(tokens.compactMap { $0.text("kind") }) == ["token", "device", "browser"])
    }

    private func code(_ stack: Stack) throws -> String {
      let link = try String(contentsOfFile: stack.data + "/setup-link", encoding: .utf8)
      return try #require(link.trimmingCharacters(in: .newlines).components(separatedBy: "#setup=").last)
    }

    private func setUp(_ stack: Stack, _ user: String) throws -> CookieClient {
      let page = CookieClient(stack)
      let body = #"{"code": "\#(try code(stack))", "userId": "\#(user)", "password": "correct horse battery"}"#
      let response = try page.send("POST", "/setup", body)
      #expect(response.status == (page.cookie.isEmpty ? 409 : 204), "\(response.text)")
      return page
    }

    @Test("The only user of an earlier release keeps all credentials, and becomes the admin by the set-up link")
    func one() throws {
      let folder = try TemporaryFolder()
      let (stack, users) = try stack("one", folder)
      let own = try #require(users["me"])
      try check("me", own, stack)
      #expect(stack.printed == "waymark ready http://127.0.0.1:\(stack.port)\n")
      #expect(try #require(stack.log.firstRange(of: "/#setup=")).isEmpty == false)
      let page = try setUp(stack, "me")
      #expect(try page.session.text("role") == "admin")
      #expect(try page.send("GET", "/library/w1").object.text("title") == "Middlemarch")
      let kept = try String(contentsOfFile: stack.data + "/token", encoding: .utf8)
      let client = HTTPClient(port: stack.port, token: kept.trimmingCharacters(in: .newlines))
      #expect(try client.get("/api/v1/profile").status == 200)
      #expect(try HTTPClient(port: stack.port, token: own.token).get("/api/v1/library/w1").status == 200)
      #expect(stack.stop() == 0)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Several users of an earlier release keep all credentials, and an operator chooses the admin among them")
    func several() throws {
      let folder = try TemporaryFolder()
      let (stack, users) = try stack("several", folder)
      #expect(users.keys.sorted() == ["ada", "ben", "me"])
      for (user, secrets) in users { try check(user, secrets, stack) }
      #expect(try setUp(stack, "ben").cookie.isEmpty)
      #expect(try stack.command("user", "admin", "ada").code == 0)
      #expect(!FileManager.default.fileExists(atPath: stack.data + "/setup-link"))
      let cookie = ["Cookie": "waymark=\(try #require(users["ada"]).cookie)"]
      let stranger = HTTPClient(port: stack.port, token: nil)
      #expect(try stranger.get("/api/v1/session", headers: cookie).object.text("role") == "admin")
      for (user, secrets) in users where user != "ada" { try check(user, secrets, stack) }
      #expect(try stack.command("verify").code == 0)
    }
  }
}
