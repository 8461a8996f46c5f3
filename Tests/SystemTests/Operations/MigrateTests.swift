import Foundation
import PostgresServer
import Programs
import Testing

extension SystemTests {
  @Suite("Moves to PostgreSQL and back", .enabled(if: PostgresServer.isInstalled))
  struct MigrateTests {
    private func expectOneLine(_ result: CommandResult, saying text: String) {
      #expect(result.code == 1 && result.output.isEmpty, "\(result.output)")
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains(text), "\(result.errors)")
    }

    private func migrated(_ arguments: [String]) throws -> [String: Any] {
      let done = try Executable.run(["migrate", "--json"] + arguments)
      try #require(done.code == 0, "\(done.errors)")
      return try #require(try JSONSerialization.jsonObject(with: Data(done.output.utf8)) as? [String: Any])
    }

    /// Returns the stack's responses by user and path.
    private func figures(_ stack: Stack, _ tokens: [String: String], _ paths: [String: [String]]) throws -> [String:
      Any]
    {
      var found: [String: Any] = [:]
      for (user, paths) in paths {
        let client = HTTPClient(port: stack.port, token: tokens[user])
        for path in paths {
          let response = try client.get("/api/v1\(path)")
          #expect(response.status == 200, "\(user) \(path): \(response.text)")
          found["\(user) \(path)"] = OldDataTests.lasting(OldDataTests.value(response), of: path)
        }
      }
      return found
    }

    @Test("Every figure is the same on PostgreSQL and back on SQLite, including data written on PostgreSQL")
    func figures() throws {
      let server = try PostgresServer()
      defer { server.end() }
      let address = server.newAddress()
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
      let unpacked = try Executable.run(program: "/usr/bin/env", ["tar", "-xzf", OldDataTests.archive, "-C", data])
      #expect(unpacked.code == 0, "\(unpacked.errors)")
      let paths = try OldDataTests.expected(in: data).mapValues { $0.keys.sorted() }
      #expect(paths.count == 4)
      var tokens: [String: String] = [:]
      let first = try Stack(folder: folder)
      for user in paths.keys { tokens[user] = try first.client(user: user).token }
      let before = try figures(first, tokens, paths)
      // The data of a running stack cannot be moved.
      expectOneLine(try first.command("migrate", "--to", address), saying: "runs on")
      #expect(first.stop() == 0)

      let moved = try migrated(["--data", data, "--to", address])
      #expect(moved.number("rows") ?? 0 > 3_000)
      expectOneLine(try Executable.run(["up", "--data", data, "--listen", "127.0.0.1:0"]), saying: "was moved to")
      expectOneLine(try Executable.run(["serve", "session", "--data", data]), saying: "was moved to")
      expectOneLine(try Executable.run(["token", "create", "--user", "x", "--data", data]), saying: "was moved to")
      let onServer = try Stack(folder: folder, arguments: ["--database", address])
      #expect(OldDataTests.difference(try figures(onServer, tokens, paths), before) == nil)
      expectOneLine(
        try Executable.run(["migrate", "--data", data, "--database", address, "--to", "sqlite:\(data)/journal.sqlite"]),
        saying: data)
      let user = try #require(paths.keys.sorted().first)
      let client = HTTPClient(port: onServer.port, token: tokens[user])
      let written = try client.put("/api/v1/heroes/later", #"{"name": "Later"}"#)
      #expect(written.status == 201, "\(written.text)")
      let after = try figures(onServer, tokens, paths)
      #expect(onServer.stop() == 0)
      #expect(try Executable.run(["verify", "--data", data, "--database", address]).code == 0)

      _ = try migrated(["--data", data, "--database", address, "--to", "sqlite:\(data)/journal.sqlite"])
      expectOneLine(
        try Executable.run(["up", "--data", data, "--database", address, "--listen", "127.0.0.1:0"]),
        saying: "was moved to")
      #expect(try Executable.run(["verify", "--data", data]).code == 0)
      let back = try Stack(folder: folder)
      #expect(OldDataTests.difference(try figures(back, tokens, paths), after) == nil)
      #expect(
        try HTTPClient(port: back.port, token: tokens[user]).get("/api/v1/heroes/later").object.text("name") == "Later")
      #expect(back.stop() == 0)
    }

    /// Creates users with several thousand events each, and returns their tokens.
    private func fill(_ stack: Stack, users: Int, batches: Int) throws -> [String: String] {
      var tokens: [String: String] = [:]
      for user in (0..<users).map({ "user-\($0)" }) {
        let story = try Story(try stack.client(user: user))
        tokens[user] = story.client.token
        for batch in 0..<batches {
          let sessions = (0..<500).map { story.session(startingAt: Double(batch * 500 + $0) * -120, lasting: 60) }
          let response = try story.client.post(
            "/api/v1/analytics/sessions/batch", #"{"sessions": [\#(sessions.joined(separator: ", "))]}"#)
          try #require(response.status < 300, "\(response.text)")
        }
      }
      return tokens
    }

    @Test("A move of 24,000 events that is killed repeatedly can be completed without loss")
    func kills() throws {
      let server = try PostgresServer()
      defer { server.end() }
      let address = server.newAddress()
      let stack = try Stack()
      let tokens = try fill(stack, users: 12, batches: 4)
      func summaries(_ port: UInt16) throws -> [String: String] {
        try tokens.mapValues { try HTTPClient(port: port, token: $0).get("/api/v1/analytics/summary").text }
      }
      let before = try summaries(stack.port)
      #expect(stack.stop() == 0)
      let here = ["--data", stack.data]
      let there = ["--data", stack.data, "--database", address]
      let trials = [server.newAddress(), "sqlite:\(stack.folder.path)/trial/journal.sqlite"]
      for ((from, to), trial) in zip([(here, address), (there, "sqlite:\(stack.data)/journal.sqlite")], trials) {
        // The processor time of a whole move; each kill happens after a part of it.
        let whole = try Program(Executable.path, ["migrate", "--to", trial] + from)
        #expect(try whole.wait() == 0)
        #expect(try Executable.run(["migrate", "--unlock"] + from).code == 0)
        var kills = 0
        for part in 1...9 {
          let attempt = try Program(Executable.path, ["migrate", "--to", to] + from)
          guard try attempt.killed(afterRunning: whole.processorSeconds * Double(part) / 10) else { break }
          kills += 1
        }
        #expect(kills > 1)
        let done = try migrated(["--to", to] + from)
        #expect((done["tables"] as? [String: Any])?.number("sessions") == 24_000)
      }
      #expect(try stack.command("verify").code == 0)
      let again = try Stack(folder: stack.folder)
      #expect(try summaries(again.port) == before)
      #expect(again.stop() == 0)
    }

    @Test("Rejects a damaged source and a target in use, and prints no password")
    func rejections() throws {
      let server = try PostgresServer()
      defer { server.end() }
      let address = server.newAddress()
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<20 { _ = try story.record(startingAt: Double(index) * -50_000) }
      #expect(stack.stop() == 0)
      let file = stack.data + "/journal.sqlite"
      try DatabaseEdit.run("UPDATE journal SET event = flip(event) WHERE seq = 7", on: file)
      expectOneLine(try stack.command("migrate", "--to", address), saying: "ada: event 7 has the wrong checksum")
      try DatabaseEdit.run("UPDATE journal SET event = flip(event) WHERE seq = 7", on: file)
      // The source is still usable.
      let again = try Stack(folder: stack.folder)
      let onward = HTTPClient(port: again.port, token: story.client.token)
      #expect(try onward.put("/api/v1/heroes/onward", #"{"name": "On"}"#).status == 201)
      #expect(again.stop() == 0)
      let other = try Stack(arguments: ["--database", server.newAddress()])
      let taken = try #require(other.program.arguments.last)
      expectOneLine(try stack.command("migrate", "--to", taken), saying: "another waymark process uses")
      #expect(other.stop() == 0)
      expectOneLine(try stack.command("migrate", "--to", taken), saying: "is not empty")

      let secret = stack.folder.path + "/secret"
      for text in ["postgres://ada:hunter2@127.0.0.1:1/x", "postgres://ada:hunter2/3@:h:/x", "mysql://ada:hunter2@h/x"]
      {
        try (text + "\n").write(toFile: secret, atomically: true, encoding: .utf8)
        let rejected = try stack.command("migrate", "--to-file", secret)
        #expect(rejected.code != 0 && !(rejected.output + rejected.errors).contains("hunter2"), "\(rejected.errors)")
      }
      try address.replacingOccurrences(of: "waymark@", with: "waymark:hunter2@")
        .write(toFile: secret, atomically: true, encoding: .utf8)
      let done = try stack.command("migrate", "--to-file", secret)
      #expect(done.code == 0 && !(done.output + done.errors).contains("hunter2"), "\(done.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(bytes.range(of: Data("hunter2".utf8)) == nil && bytes.range(of: Data("was moved".utf8)) == nil)
      #expect(try server.run("SELECT 1 FROM pg_class WHERE relname = 'moves'") == "1")
      #expect(try stack.command("migrate", "--unlock").output.contains("is unlocked"))
      let unlocked = try Stack(folder: stack.folder)
      #expect(unlocked.stop() == 0)
    }
  }
}
