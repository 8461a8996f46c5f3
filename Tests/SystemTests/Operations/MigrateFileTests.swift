import Foundation
import Programs
import Testing

extension SystemTests {
  @Suite("Moves to another directory", .enabled(if: !ServerDatabase.isForAll))
  struct MigrateFileTests {
    /// Returns a stopped stack with 2,000 sessions per user, and the users' summaries by token.
    private func filled(users: Int) throws -> (stack: Stack, summaries: [String: String]) {
      let stack = try Stack()
      var summaries: [String: String] = [:]
      for user in (0..<users).map({ "user-\($0)" }) {
        let story = try Story(try stack.client(user: user))
        for batch in 0..<4 {
          let sessions = (0..<500).map { story.session(startingAt: Double(batch * 500 + $0) * -120, lasting: 60) }
          let response = try story.client.post(
            "/api/v1/analytics/sessions/batch", #"{"sessions": [\#(sessions.joined(separator: ", "))]}"#)
          try #require(response.status < 300, "\(response.text)")
        }
        summaries[try #require(story.client.token)] = try summary(stack.port, try #require(story.client.token))
      }
      #expect(stack.stop() == 0)
      return (stack, summaries)
    }

    private func summary(_ port: UInt16, _ token: String) throws -> String {
      try HTTPClient(port: port, token: token).get("/api/v1/analytics/summary").text
    }

    /// Returns a checksum of the rows of each table except `moves`.
    private func contents(_ data: String) throws -> String {
      try DatabaseEdit.sums(of: data + "/journal.sqlite", without: "moves")
    }

    private func expectVerified(_ data: String) throws {
      let verified = try Executable.run(["verify", "--data", data])
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    private func arguments(_ source: String, _ target: String) -> [String] {
      ["migrate", "--data", source, "--to", "sqlite:\(target)/journal.sqlite"]
    }

    private func move(_ source: String, _ target: String) throws -> CommandResult {
      try Executable.run(arguments(source, target))
    }

    private func expectRejected(_ data: String, saying text: String) throws {
      let rejected = try Executable.run(["up", "--data", data, "--listen", "127.0.0.1:0"])
      #expect(rejected.code == 1 && rejected.errors.contains(text), "\(rejected.errors)")
    }

    @Test("A move that is killed twenty times leaves its source unchanged and can be completed")
    func kills() throws {
      let (stack, summaries) = try filled(users: 3)
      let before = try contents(stack.data)
      #expect(before.contains("sessions 6000 "), "\(before)")
      let target = try TemporaryFolder()
      func unlock() throws {
        #expect(try Executable.run(["migrate", "--unlock", "--data", stack.data]).code == 0)
      }
      // The processor time of a whole move; each kill happens after a part of it.
      let trial = try Program(Executable.path, arguments(stack.data, target.path + "/trial"))
      #expect(try trial.wait() == 0)
      var whole = trial.processorSeconds
      try unlock()
      let data = target.path + "/data"
      var (rounds, kills) = (0, 0)
      while kills < 20 {
        rounds += 1
        try #require(rounds < 100, "\(kills) of 20")
        let attempt = try Program(Executable.path, arguments(stack.data, data))
        if try attempt.killed(afterRunning: whole * Double(kills % 10 + 1) / 11) {
          kills += 1
        } else {
          // The move needed less than those before. It is undone, because a finished move would only be confirmed.
          whole *= 0.75
          try unlock()
          try FileManager.default.removeItem(atPath: data)
        }
        #expect(try contents(stack.data) == before, "round \(rounds)")
      }
      try expectVerified(stack.data)
      let done = try move(stack.data, data)
      #expect(done.code == 0, "\(done.errors)")
      #expect(try contents(data) == before)
      try expectVerified(data)
      try expectRejected(stack.data, saying: "was moved to")
      let again = try Stack(data: data)
      for (token, summary) in summaries { #expect(try self.summary(again.port, token) == summary) }
      #expect(again.stop() == 0)
    }

    @Test("Rejects a move to the data's own directory, also through a symbolic link")
    func itself() throws {
      let stack = try Stack()
      stack.stop()
      let link = stack.folder.path + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: stack.data)
      for directory in [stack.data, link] {
        let rejected = try stack.command("migrate", "--to", "sqlite:\(directory)/journal.sqlite")
        #expect(rejected.code == 1 && rejected.errors.contains("where the data is already"), "\(rejected.errors)")
      }
      let unlocked = try stack.command("migrate", "--unlock", "--json")
      #expect(unlocked.output.contains("\"wasLocked\":false"), "\(unlocked.output)")
    }

    @Test("On a full disk, a move fails in one line, leaves the source unchanged, and can be continued later")
    func fullDisk() throws {
      guard let disk = try SmallDisk(mebibytes: 1) else {
        print("SKIPPED: a move to a full disk (mounting is not permitted here)")
        return
      }
      let (stack, summaries) = try filled(users: 2)
      let before = try contents(stack.data)
      let data = disk.path + "/data"
      // If not even the first rows fit, neither source nor target is locked.
      disk.fill(but: 200)
      #expect(try move(stack.data, data).code == 1)
      let unlocked = try Executable.run(["migrate", "--unlock", "--data", stack.data])
      #expect(unlocked.output.contains("was not locked"), "\(unlocked.output)\(unlocked.errors)")
      disk.empty()
      let full = try move(stack.data, data)
      #expect(full.code == 1 && full.errors.contains("disk is full"), "\(full.output)\(full.errors)")
      #expect(try contents(stack.data) == before)
      try expectRejected(data, saying: "run 'waymark migrate' again")
      #expect(disk.grow(mebibytes: 64))
      let done = try move(stack.data, data)
      #expect(done.code == 0, "\(done.errors)")
      #expect(try contents(data) == before)
      try expectVerified(data)
      let again = try Stack(data: data)
      for (token, summary) in summaries { #expect(try self.summary(again.port, token) == summary) }
      #expect(again.stop() == 0)
    }
  }
}
