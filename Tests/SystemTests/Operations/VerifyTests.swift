import Foundation
import Testing

extension SystemTests {
  @Suite("The verify command")
  struct VerifyTests {
    struct Damage: CustomTestStringConvertible, Sendable {
      var name: String
      var file = "journal"
      var sql: String
      var part: String
      var text: String
      /// The command that repairs it, or empty if only a backup helps.
      var remedy: [String] = []

      var testDescription: String { name }
    }

    private static let damages = [
      Damage(
        name: "a flipped bit in an event",
        sql: "UPDATE journal SET event = flip(event) WHERE user_id = 'ada' AND seq = 7",
        part: "journal", text: "event 7 has the wrong checksum"),
      Damage(
        name: "bytes that are not an event", sql: "UPDATE journal SET event = x'a0' WHERE user_id = 'ada' AND seq = 7",
        part: "journal", text: "stats of ada: cannot be folded: "),
      Damage(
        name: "a head with another checksum",
        sql: "UPDATE users SET head_checksum = head_checksum + 1 WHERE user_id = 'ada'",
        part: "journal", text: "should be the last one but has another checksum"),
      Damage(
        name: "a missing event", sql: "DELETE FROM journal WHERE user_id = 'ada' AND seq = 7", part: "journal",
        text: "event 7 is missing"),
      Damage(
        name: "two swapped events",
        sql: """
          CREATE TEMP TABLE t AS SELECT seq, event FROM journal WHERE user_id = 'ada' AND seq IN (7, 8);
          UPDATE journal SET event = (SELECT event FROM t WHERE t.seq = 15 - journal.seq)
            WHERE user_id = 'ada' AND seq IN (7, 8)
          """, part: "journal", text: "event 7 has the wrong checksum"),
      Damage(
        name: "a missing row",
        sql: "DELETE FROM sessions WHERE started_at = (SELECT MIN(started_at) FROM sessions WHERE user_id = 'ada')",
        part: "rows", text: "of sessions is missing", remedy: ["verify", "--repair", "rows"]),
      Damage(
        name: "two rows with swapped values",
        sql: """
          CREATE TEMP TABLE t AS SELECT id, title FROM stories WHERE user_id = 'ada';
          UPDATE stories SET title = (SELECT title FROM t WHERE t.id <> stories.id) WHERE user_id = 'ada'
          """, part: "rows", text: "of stories differs from the journal", remedy: ["verify", "--repair", "rows"]),
      Damage(
        name: "a flipped bit in a snapshot", file: "stats",
        sql: """
          UPDATE snapshot_parts SET bytes = flip(bytes) WHERE user_id = 'ada' AND name =
            (SELECT MAX(name) FROM snapshot_parts WHERE user_id = 'ada')
          """, part: "view", text: "stats of ada: the snapshot", remedy: ["rebuild", "stats"]),
      Damage(
        name: "a snapshot with another position", file: "stats",
        sql: "UPDATE snapshots SET seq = seq - 1 WHERE user_id = 'ada'",
        part: "view", text: "stats of ada", remedy: ["rebuild", "stats"]),
      Damage(
        name: "a token with a wrong id", sql: "UPDATE tokens SET id = 'x' WHERE user_id = 'ada'", part: "form",
        text: "token"),
    ]

    @Test("Reports each kind of damage with its part, and changes nothing", arguments: damages)
    func finds(damage: Damage) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      #expect(
        try story.client.put("/api/v1/stories/other", #"{"title": "Another", "estimatedDuration": 60}"#).status == 201)
      for index in 0..<12 { _ = try story.record(startingAt: Double(index) * 3_600) }
      _ = try story.summary()
      stack.stop()
      #expect(try stack.command("verify").code == 0)
      let path = "\(stack.data)/\(damage.file).sqlite"
      try DatabaseEdit.run(damage.sql, on: path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let found = try stack.command("verify", "--json")
      #expect(found.code == 1 && found.errors.split(separator: "\n").count == 1, "\(found.errors)")
      let report = try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any]
      let findings = try #require(report?["findings"] as? [[String: Any]])
      // A damaged journal also causes findings in views.
      let parts = Set(findings.compactMap { $0.text("part") }).subtracting(damage.part == "journal" ? ["view"] : [])
      #expect(parts == [damage.part], "\(found.output)")
      #expect(findings.contains { $0.text("text")?.contains(damage.text) == true }, "\(found.output)")
      #expect(!found.output.contains("Fault("), "\(found.output)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      guard !damage.remedy.isEmpty else { return }
      #expect(found.errors.contains(damage.remedy.joined(separator: " ").replacingOccurrences(of: " stats", with: "")))
      let repaired = try Executable.run(damage.remedy + ["--data", stack.data])
      #expect(repaired.code == 0, "\(repaired.output)\(repaired.errors)")
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Advises a backup, not a repair, if the row of a user is missing")
    func missingUser() throws {
      let stack = try Stack()
      _ = try Story(try stack.client(user: "ada")).record(startingAt: 0)
      stack.stop()
      try DatabaseEdit.run("DELETE FROM users WHERE user_id = 'ada'", on: stack.data + "/journal.sqlite")
      for arguments in [["verify"], ["verify", "--repair", "rows"]] {
        let found = try Executable.run(arguments + ["--data", stack.data])
        #expect(
          found.code == 1 && found.output.contains("the journal of ada belongs to no existing user"), "\(found.output)")
        let restores = found.errors.contains("restore the newest backup")
        #expect(restores && !found.errors.contains("--repair"), "\(found.errors)")
      }
    }

    @Test("Reports a truncated journal with a remedy, as other commands do")
    func truncatedJournal() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<40 { _ = try story.record(startingAt: Double(index) * 3_600) }
      stack.stop()
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: stack.data + "/journal.sqlite"))
      try file.truncate(atOffset: 20_480)
      let found = try stack.command("verify", "--json")
      let report = try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any]
      let findings = try #require(report?["findings"] as? [[String: Any]])
      #expect(found.code == 1 && Set(findings.compactMap { $0.text("part") }) == ["engine"], "\(found.output)")
      #expect(found.errors.contains("restore the newest backup"), "\(found.errors)")
      let backup = try stack.command("backup", stack.folder.path + "/backup")
      #expect(backup.code == 1 && backup.errors.contains("restore the newest backup"), "\(backup.errors)")
    }

    @Test("Does not rebuild rows from a damaged journal")
    func repairNeedsJournal() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<5 { _ = try story.record(startingAt: Double(index) * 3_600) }
      stack.stop()
      let path = stack.data + "/journal.sqlite"
      try DatabaseEdit.run("DELETE FROM journal WHERE seq = 4; DELETE FROM sessions", on: path)
      let result = try stack.command("verify", "--repair", "rows")
      #expect(result.code == 1 && result.output.contains("event 4 is missing"), "\(result.output)")
      #expect(result.output.contains("rebuilt the rows of 0 users"))
    }
  }
}
