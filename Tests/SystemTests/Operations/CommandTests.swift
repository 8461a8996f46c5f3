import Foundation
import Testing

extension SystemTests {
  @Suite("The command line")
  struct CommandTests {
    static let commands = [
      "up", "serve", "status", "health", "setup", "sign-in", "token", "user", "import", "export", "call",
      "rebuild", "verify", "backup", "restore", "migrate", "help",
    ]

    @Test("Every command has help", arguments: commands)
    func help(command: String) throws {
      let result = try Executable.run([command, "--help"])
      #expect(result.code == 0)
      #expect(result.output.hasPrefix("usage: waymark \(command)"))
      #expect(result.output.contains("--data DIR"))
      #expect(result.errors.isEmpty)
    }

    @Test("The overview lists exactly these commands")
    func overview() throws {
      let lines = try Executable.run(["--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
      let list = lines.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
      #expect(list.map { String($0.split(separator: " ")[0]) } == Self.commands)
    }

    @Test(
      "Wrong usage exits with 2 and prints one line",
      arguments: [
        [], ["fly"], ["up", "--fast"], ["serve"], ["serve", "tea"], ["token"], ["token", "create"],
        ["token", "create", "--user"], ["call"], ["token", "create", "--user", "a b"], ["up", "--listen", "nowhere"],
        ["status", "--log-level", "loud"], ["bench"], ["token", "create", "--user", "a", "--scope", "all"],
        ["token", "create", "--user", "a", "--expires", "soon"], ["sign-in"], ["sign-in", "--user", "a b"],
      ])
    func wrongUsage(arguments: [String]) throws {
      let folder = try TemporaryFolder()
      let result = try Executable.run(arguments, environment: ["WAYMARK_DATA": folder.path])
      #expect(result.code == 2, "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test("The benchmarks are a separate program that lists them and rejects unknown names")
    func benchmarks() throws {
      let program = Executable.built("waymark-bench")
      let help = try Executable.run(program: program, ["--help"])
      #expect(help.code == 0 && help.output.contains("\n  ingest "), "\(help.errors)")
      for arguments in [["speed"], ["--fast"], ["--database"]] {
        let result = try Executable.run(program: program, arguments)
        #expect(result.code == 2 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      }
    }

    @Test("Tokens need no running stack, and lists do not contain their secrets")
    func tokensAlone() throws {
      let stack = try Stack()
      stack.stop()
      let data = ["--data", stack.data]
      let made = try Executable.run(["token", "create", "--user", "ada", "--name", "phone", "--expires", "90d"] + data)
      #expect(made.code == 0, "\(made.errors)")
      let secret = made.output.trimmingCharacters(in: .newlines)
      #expect(made.output == secret + "\n" && secret.count >= 32)
      let list = try Executable.run(["token", "list", "--json"] + data)
      let rows = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
      let row = try #require(rows?.first { $0.text("name") == "phone" })
      #expect(row.text("user") == "ada")
      #expect(!list.output.contains(secret))
      #expect(try Executable.run(["token", "list", "--user", "ada"] + data).output.contains("phone"))
      #expect(try Executable.run(["token", "list", "--user", "bob"] + data).output.contains("phone") == false)
      #expect(try Executable.run(["token", "list", "--name", "phone"] + data).code == 2)
      let id = try #require(row.text("id"))
      #expect(try Executable.run(["token", "revoke", id] + data).code == 0)
      #expect(try Executable.run(["token", "revoke", "nothing"] + data).code == 1)
    }

    @Test("A running stack accepts a new token immediately and rejects a revoked one within a second")
    func measuresRevocation() throws {
      let stack = try Stack()
      let probe = try stack.client(user: "probe")
      let limit = try allowance(1) { _ = try probe.get("/api/v1/profile") }
      let seconds = try shortest(under: limit) { number in
        let client = try stack.client(user: "ada-\(number)")
        #expect(try client.get("/api/v1/profile").status == 200)
        let list = try stack.command("token", "list", "--user", "ada-\(number)", "--json")
        let rows = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
        let id = try #require(rows?.first?.text("id"))
        #expect(try stack.command("token", "revoke", id).code == 0)
        return try duration {
          try eventually("the token is rejected") { try client.get("/api/v1/profile").status == 401 }
        }
      }
      #expect(seconds < limit)
    }

    @Test("Rejects a write with a read-only token")
    func scopes() throws {
      let stack = try Stack()
      let reader = try stack.client(user: "ada", scope: "read")
      #expect(try reader.get("/api/v1/profile").status == 200)
      #expect(try reader.put("/api/v1/heroes/h", #"{"name": "A"}"#).status == 403)
    }

    @Test("A call prints its reply as JSON, and a service lists its methods")
    func call() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      let summary = try stack.command("call", "stats", "stats.summary", "--user", "ada")
      #expect(summary.code == 0, "\(summary.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(summary.output.utf8)) as? [String: Any]
      #expect(object?.number("totalPlayCount") == 1)
      #expect(object?.text("lastActivityDate")?.hasSuffix("Z") == true)
      let hero = try stack.command("call", "session", "hero.get", #"{"id": "hero-1"}"#, "--user", "ada")
      #expect(hero.output.contains("Ada"))
      let missing = try stack.command("call", "session", "hero.get", #"{"id": "nobody"}"#, "--user", "ada")
      #expect(missing.code == 1 && missing.errors.contains("notFound"))
      let methods = try stack.command("call", "session")
      #expect(methods.code == 0 && methods.output.contains("session.record"), "\(methods.errors)")
      let nowhere = try Executable.run(["call", "session", "health.check", "--data", try TemporaryFolder().path])
      #expect(nowhere.code == 1 && nowhere.errors.split(separator: "\n").count == 1)
    }

    @Test("The status lists every process, running or stopped")
    func status() throws {
      let stack = try Stack()
      let result = try stack.command("status", "--json")
      #expect(result.code == 0, "\(result.errors)")
      let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
      #expect(rows?.compactMap { $0.text("name") } == Stack.names)
      #expect(rows?.allSatisfy { $0["up"] as? Bool == true && $0["memoryBytes"] is Int } == true, "\(result.output)")
      #expect(rows?.allSatisfy { $0["uptimeSeconds"] is Int && $0["inFlight"] is Int } == true, "\(result.output)")
      let text = try stack.command("status")
      for name in Stack.names { #expect(text.output.contains(name)) }
      stack.stop()
      let down = try stack.command("status")
      #expect(down.code == 1)
      #expect(down.output.contains("down"))
    }
  }
}
