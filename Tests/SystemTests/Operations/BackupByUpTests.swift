import Foundation
import Testing

extension SystemTests {
  @Suite("Backups that up makes")
  struct BackupByUpTests {
    private func copies(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("2") }.sorted()
    }

    private func metric(_ name: String, _ stack: Stack) throws -> Double? {
      let text = try HTTPClient(port: stack.port, token: nil).get("/metrics").text
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + "{service=\"session\"}") }
      return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    @Test("A failure is reported and mended without the stack noticing; status and metrics say how old the last one is")
    func failure() throws {
      let folder = try TemporaryFolder()
      let shelf = folder.path + "/shelf"
      let stack = try Stack(folder: folder, environment: ["WAYMARK_BACKUP": "\(shelf),1s,2"])
      let story = try Story(try stack.client(user: "ada"))
      try eventually(within: 30, "two backups are there") { copies(shelf).count == 2 }
      try eventually(within: 5, "the metrics know it") {
        guard let age = try metric("waymark_backup_age_seconds", stack) else { return false }
        return age < 30
      }
      #expect(try metric("waymark_backup_failed", stack) == 0)
      #expect(try stack.command("status").output.contains("last backup: 2"))
      let pid = try stack.pid(of: "backup")

      try FileManager.default.moveItem(atPath: shelf, toPath: shelf + "-away")
      try eventually(within: 20, "the failure is seen") { try metric("waymark_backup_failed", stack) == 1 }
      try eventually(within: 20, "status says why") {
        try stack.command("status").output.contains("is gone, and held the last backup")
      }
      #expect(stack.log.contains("a backup failed"))
      #expect(try story.record().status == 201)
      try FileManager.default.moveItem(atPath: shelf + "-away", toPath: shelf)
      try eventually(within: 20, "it is mended") { try metric("waymark_backup_failed", stack) == 0 }
      #expect(try stack.pid(of: "backup") == pid)
      #expect(stack.stop() == 0)
      try eventually(within: 5, "its process ends with the stack") { !isAlive(pid) }
    }

    @Test("When the next is due comes from the newest that is there, also after a restart")
    func restart() throws {
      let folder = try TemporaryFolder()
      let shelf = folder.path + "/shelf"
      let environment = ["WAYMARK_BACKUP": "\(shelf),24h,14"]
      let stack = try Stack(folder: folder, environment: environment)
      try eventually(within: 20, "the first is made at once") { copies(shelf).count == 1 }
      #expect(stack.stop() == 0)
      let again = try Stack(folder: folder, environment: environment)
      let pid = try found(within: 10, "its process runs") { try again.pids()["backup"] }
      try eventually(within: 10, "it waits") {
        try String(contentsOfFile: "/proc/\(pid)/wchan", encoding: .utf8).contains("poll")
      }
      #expect(copies(shelf).count == 1)
      // One that dies starts again, and the stack stays.
      kill(pid, SIGKILL)
      try eventually(within: 5, "it is gone") { try again.pids()["backup"] == nil }
      #expect(again.log.contains("a process ended and starts again") && again.log.contains("signal 9"), "\(again.log)")
      #expect(try Set(again.pids().keys) == Set(Stack.names))
      #expect(again.stop() == 0)
    }
  }
}
