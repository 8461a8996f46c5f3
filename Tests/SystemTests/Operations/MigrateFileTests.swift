import Foundation
import Programs
import Testing

extension SystemTests {
  @Suite("Moves from a file to another directory", .enabled(if: !ServerDatabase.isForAll))
  struct MigrateFileTests {
    /// A stack that is stopped, with users of 2,000 sessions each, and what it answered them.
    private func filled(users: Int) throws -> (stack: Stack, summaries: [String: String]) {
      let stack = try Stack()
      var summaries: [String: String] = [:]
      for user in (0..<users).map({ "user-\($0)" }) {
        let story = try Story(try stack.client(user: user))
        for batch in 0..<4 {
          let sessions = (0..<500).map { story.session(startingAt: Double(batch * 500 + $0) * -120, lasting: 60) }
          let answer = try story.client.post(
            "/api/v1/analytics/sessions/batch", #"{"sessions": [\#(sessions.joined(separator: ", "))]}"#)
          try #require(answer.status < 300, "\(answer.text)")
        }
        summaries[try #require(story.client.token)] = try summary(stack.port, try #require(story.client.token))
      }
      #expect(stack.stop() == 0)
      return (stack, summaries)
    }

    private func summary(_ port: UInt16, _ token: String) throws -> String {
      try HTTPClient(port: port, token: token).get("/api/v1/analytics/summary").text
    }

    /// All rows but the move's own mark, in a sum for each table.
    private func contents(_ data: String) throws -> String {
      try DatabaseEdit.sums(of: data + "/journal.sqlite", without: "moves")
    }

    private func expectInOrder(_ data: String) throws {
      let verified = try Executable.run(["verify", "--data", data])
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    private func move(_ source: String, _ target: String) throws -> CommandResult {
      try Executable.run(["migrate", "--data", source, "--to", "sqlite:\(target)/journal.sqlite"])
    }

    /// Begins a move and kills it after so many seconds. False where it was done before.
    private func killed(_ source: String, _ target: String, after seconds: Double) throws -> Bool {
      try Program(Executable.path, ["migrate", "--data", source, "--to", "sqlite:\(target)/journal.sqlite"])
        .killed(after: seconds)
    }

    private func expectRefused(_ data: String, saying text: String) throws {
      let refused = try Executable.run(["up", "--data", data, "--listen", "127.0.0.1:0"])
      #expect(refused.code == 1 && refused.errors.contains(text), "\(refused.errors)")
    }

    @Test("A move that is killed twenty times leaves its source as it was, and comes to its end")
    func measuresKills() throws {
      let (stack, summaries) = try filled(users: 3)
      let before = try contents(stack.data)
      #expect(before.contains("sessions 6000 "), "\(before)")
      let target = try TemporaryFolder()
      // How long it takes, of which each kill leaves a part.
      let whole = try shortest { number in
        let seconds = try duration {
          let trial = try move(stack.data, target.path + "/trial-\(number)")
          #expect(trial.code == 0, "\(trial.errors)")
        }
        #expect(try Executable.run(["migrate", "--unlock", "--data", stack.data]).code == 0)
        return seconds
      }
      let data = target.path + "/data"
      var kills = 0
      for round in 0..<20 {
        let seconds = whole * Double(round % 10 + 1) / 11
        kills += try killed(stack.data, data, after: seconds) ? 1 : 0
        #expect(try contents(stack.data) == before, "round \(round)")
      }
      #expect(kills > 5, "\(kills) of 20")
      try expectInOrder(stack.data)
      let done = try move(stack.data, data)
      #expect(done.code == 0, "\(done.errors)")
      #expect(try contents(data) == before)
      try expectInOrder(data)
      try expectRefused(stack.data, saying: "was moved to")
      let again = try Stack(data: data)
      for (token, summary) in summaries { #expect(try self.summary(again.port, token) == summary) }
      #expect(again.stop() == 0)
    }

    @Test("A move to where the data is already is refused by what it is, also by another name")
    func itself() throws {
      let stack = try Stack()
      stack.stop()
      let link = stack.folder.path + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: stack.data)
      for directory in [stack.data, link] {
        let refused = try stack.command("migrate", "--to", "sqlite:\(directory)/journal.sqlite")
        #expect(refused.code == 1 && refused.errors.contains("where the data is already"), "\(refused.errors)")
      }
      let unlocked = try stack.command("migrate", "--unlock", "--json")
      #expect(unlocked.output.contains("\"wasLocked\":false"), "\(unlocked.output)")
    }

    @Test("On a disk that fills up the move ends in a sentence, the source is as it was, and with room it goes on")
    func fullDisk() throws {
      guard let disk = try SmallDisk(mebibytes: 1) else {
        print("SKIPPED: a move on to a full disk (mounting is not permitted here)")
        return
      }
      let (stack, summaries) = try filled(users: 2)
      let before = try contents(stack.data)
      let data = disk.path + "/data"
      // Where not even the beginning has room, neither end is refused.
      disk.fill(but: 200)
      #expect(try move(stack.data, data).code == 1)
      let unlocked = try Executable.run(["migrate", "--unlock", "--data", stack.data])
      #expect(unlocked.output.contains("was not locked"), "\(unlocked.output)\(unlocked.errors)")
      disk.empty()
      let full = try move(stack.data, data)
      #expect(full.code == 1 && full.errors.contains("disk is full"), "\(full.output)\(full.errors)")
      #expect(try contents(stack.data) == before)
      try expectRefused(data, saying: "run 'waymark migrate' again")
      #expect(disk.grow(mebibytes: 64))
      let done = try move(stack.data, data)
      #expect(done.code == 0, "\(done.errors)")
      #expect(try contents(data) == before)
      try expectInOrder(data)
      let again = try Stack(data: data)
      for (token, summary) in summaries { #expect(try self.summary(again.port, token) == summary) }
      #expect(again.stop() == 0)
    }
  }
}
