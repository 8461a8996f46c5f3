import Foundation
import Programs
import Synchronization
import Testing

extension SystemTests {
  @Suite("Backups")
  struct BackupTests {
    private static let figures = [
      "/api/v1/analytics/summary", "/api/v1/analytics/heroes", "/api/v1/analytics/milestones", "/api/v1/achievements",
      "/api/v1/stories", "/api/v1/analytics/sessions", "/api/v1/profile", "/api/v1/diversity/stats",
    ]

    private func json(_ result: CommandResult) throws -> [String: Any] {
      #expect(result.code == 0, "\(result.errors)")
      return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func expectOneLine(_ result: CommandResult, containing text: String) {
      #expect(result.code == 1 && result.output.isEmpty, "\(result.output)")
      #expect(result.errors.split(separator: "\n").count == 1 && result.errors.contains(text), "\(result.errors)")
    }

    private func names(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func restored(_ backup: String, _ folder: TemporaryFolder) throws -> Stack {
      let data = folder.path + "/restored"
      let done = try Executable.run(["restore", backup, "--data", data])
      #expect(done.code == 0, "\(done.errors)")
      #expect(try Executable.run(["verify", "--data", data]).code == 0)
      return try Stack(data: data)
    }

    @Test("A backup under load contains every acknowledged write, can be restored and verifies")
    func underLoad() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let acknowledged = Mutex(0)
      let isDone = Mutex(false)
      let writers = (0..<4).map { number in
        Thread {
          var count = 0
          while !isDone.withLock({ $0 }) {
            let offset = Double(count * 60 - number * 1_000_000 - 3_000_000)
            if let response = try? story.record(startingAt: offset, lasting: 30), response.status == 201 {
              acknowledged.withLock { $0 += 1 }
            }
            count += 1
          }
        }
      }
      for writer in writers { writer.start() }
      defer { isDone.withLock { $0 = true } }
      for round in 0..<3 {
        try eventually("more sessions are written") { acknowledged.withLock { $0 } > (round + 1) * 50 }
        let before = acknowledged.withLock { $0 }
        let backup = "\(stack.folder.path)/backup-\(round)"
        let made = try json(try stack.command("backup", backup, "--json"))
        let after = acknowledged.withLock { $0 } + writers.count
        #expect(made.text("path") == backup)
        #expect(try Executable.run(["verify", "--data", backup]).code == 0)
        let folder = try TemporaryFolder()
        let again = try restored(backup, folder)
        let client = HTTPClient(port: again.port, token: story.client.token)
        let count = Int(try client.get("/api/v1/analytics/summary").object.number("totalPlayCount") ?? -1)
        #expect((before...after).contains(count), "\(before) … \(count) … \(after)")
        #expect(again.stop() == 0)
      }
      isDone.withLock { $0 = true }
      for writer in writers { try eventually("a writer ends") { writer.isFinished } }
    }

    @Test(
      "A restored stack has the same figures, for backups with and without a running stack",
      arguments: [true, false])
    func figures(whileRunning: Bool) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<40 { _ = try story.record(startingAt: Double(index) * -50_000) }
      let before = try Self.figures.map { try story.client.get($0).text }
      try "wm_kept\n".write(toFile: stack.data + "/token", atomically: true, encoding: .utf8)
      if !whileRunning { stack.stop() }
      let backup = stack.folder.path + "/backup"
      #expect(try stack.command("backup", backup).code == 0)
      if whileRunning { stack.stop() }
      let folder = try TemporaryFolder()
      let again = try restored(backup, folder)
      let client = HTTPClient(port: again.port, token: story.client.token)
      #expect(try Self.figures.map { try client.get($0).text } == before)
      // The token of an earlier version is part of the backup.
      #expect(try String(contentsOfFile: again.data + "/token", encoding: .utf8) == "wm_kept\n")
      #expect(try client.put("/api/v1/heroes/later", #"{"name": "Later"}"#).status == 201)
      #expect(again.stop() == 0)
      #expect(try Executable.run(["verify", "--data", again.data]).code == 0)
    }

    @Test("Rejects damaged backups and directories in use, and creates nothing")
    func rejections() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<20 { _ = try story.record(startingAt: Double(index) * -50_000) }
      // A token of an earlier version.
      try "wm_kept\n".write(toFile: stack.data + "/token", atomically: true, encoding: .utf8)
      stack.stop()
      let backup = stack.folder.path + "/backup"
      #expect(try stack.command("backup", backup).code == 0)
      expectOneLine(try stack.command("backup", backup), containing: "not empty")
      expectOneLine(try stack.command("restore", backup), containing: "not empty")
      let new = stack.folder.path + "/new"
      func expectRejected(_ name: String, _ text: String, _ damage: (String) throws -> Void) throws {
        let copy = "\(stack.folder.path)/\(name)"
        try FileManager.default.copyItem(atPath: backup, toPath: copy)
        try damage(copy)
        expectOneLine(try Executable.run(["restore", copy, "--data", new]), containing: text)
        #expect(!FileManager.default.fileExists(atPath: new), "\(name)")
        #expect(try Executable.run(["verify", "--data", copy]).code == 1, "\(name)")
      }
      try expectRejected("flipped", "checksum differs") { copy in
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy + "/journal.sqlite"))
        try file.seek(toOffset: 20_000)
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: 20_000)
        try file.write(contentsOf: Data([byte ^ 1]))
      }
      try expectRejected("cut", "bytes instead of") { copy in
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy + "/journal.sqlite"))
        try file.truncate(atOffset: 8_192)
      }
      try expectRejected("manifest", "MANIFEST is damaged") { copy in
        let path = copy + "/MANIFEST"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacingOccurrences(of: "users 1", with: "users 3")
          .write(toFile: path, atomically: true, encoding: .utf8)
      }
      try expectRejected("pipe", "is not a regular file") { copy in
        unlink(copy + "/token")
        try #require(mkfifo(copy + "/token", 0o600) == 0)
      }
      expectOneLine(try stack.command("backup", backup, "--keep", "2"), containing: "is itself a backup")
      for inside in [stack.data, stack.data + "/a/b"] {
        expectOneLine(try stack.command("backup", inside), containing: "is inside the data directory")
      }
      expectOneLine(try Executable.run(["restore", "/tmp", "--data", new]), containing: "not a complete backup")
      expectOneLine(try Executable.run(["up", "--data", backup]), containing: "is a backup")
      #expect(names(backup) == ["MANIFEST", "journal.sqlite", "token"])
    }

    @Test("Repeated backups keep the given number and do not touch other files")
    func everyAndKeep() throws {
      let stack = try Stack()
      let backupFolder = stack.folder.path + "/shelf"
      try FileManager.default.createDirectory(atPath: backupFolder + "/photos", withIntermediateDirectories: true)
      let backups = try Program(
        Executable.path, ["backup", backupFolder, "--every", "1s", "--keep", "2", "--data", stack.data])
      defer { backups.end() }
      var seen: Set<String> = []
      try eventually("four backups were made") {
        seen.formUnion(names(backupFolder).filter { $0.hasPrefix("2") })
        return seen.count >= 4
      }
      backups.send(SIGTERM)
      #expect(try backups.wait() == 0)
      #expect(try stack.command("backup", backupFolder, "--keep", "2").code == 0)
      let remaining = names(backupFolder)
      #expect(remaining.count == 3 && remaining.last == "photos", "\(remaining)")
      for name in remaining.dropLast() {
        #expect(try Executable.run(["verify", "--data", "\(backupFolder)/\(name)"]).code == 0)
      }
      let hint = try Executable.run(["restore", backupFolder, "--data", stack.folder.path + "/new"])
      expectOneLine(hint, containing: remaining[1])
    }

    @Test("Keeps a copy of a damaged database under another name, not as a backup")
    func damaged() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<5 { _ = try story.record(startingAt: Double(index) * 3_600) }
      let backupFolder = stack.folder.path + "/shelf"
      #expect(try stack.command("backup", backupFolder, "--keep", "1").code == 0)
      let before = names(backupFolder)
      try DatabaseEdit.run("DELETE FROM journal WHERE user_id = 'ada' AND seq = 3", on: stack.data + "/journal.sqlite")
      for _ in 0..<2 {
        expectOneLine(try stack.command("backup", backupFolder, "--keep", "1"), containing: "the data is damaged")
      }
      let now = names(backupFolder)
      #expect(now.count == 2 && now.first == before.first && now.last?.hasSuffix("-damaged") == true, "\(now)")
      let findings = try String(contentsOfFile: "\(backupFolder)/\(now[1])/FINDINGS", encoding: .utf8)
      #expect(findings.contains("event 3 is missing"))
      #expect(try stack.command("status").output.contains("backup failed"))
    }
  }
}
