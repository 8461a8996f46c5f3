import Foundation
import Testing

extension SystemTests {
  @Suite("Backups by up")
  struct BackupByUpTests {
    private func backups(_ folder: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasPrefix("2") }.sorted()
    }

    private func metric(_ name: String, _ stack: Stack) throws -> Double? {
      let text = try HTTPClient(port: stack.port, token: nil).get("/metrics").text
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + "{service=\"session\"}") }
      return line?.split(separator: " ").last.flatMap { Double($0) }
    }

    @Test("A failed backup is reported and retried; status and metrics show the age of the last one")
    func failure() throws {
      let folder = try TemporaryFolder()
      let backupFolder = folder.path + "/shelf"
      let stack = try Stack(folder: folder, environment: ["WAYMARK_BACKUP": "\(backupFolder),1s,2"])
      let story = try Story(try stack.client(user: "ada"))
      try eventually("there are two backups") { backups(backupFolder).count == 2 }
      try eventually("the metrics have its age") {
        guard let age = try metric("waymark_backup_age_seconds", stack) else { return false }
        return age < 30
      }
      #expect(try metric("waymark_backup_failed", stack) == 0)
      #expect(try stack.command("status").output.contains("last backup: 2"))
      let pid = try stack.pid(of: "backup")

      try FileManager.default.moveItem(atPath: backupFolder, toPath: backupFolder + "-moved")
      try eventually("the metrics report the failure") { try metric("waymark_backup_failed", stack) == 1 }
      try eventually("status reports the reason") {
        try stack.command("status").output.contains("which held the last backup, is missing")
      }
      try eventually("the log reports it") { stack.log.contains("a backup failed") }
      #expect(try story.record().status == 201)
      try FileManager.default.moveItem(atPath: backupFolder + "-moved", toPath: backupFolder)
      try eventually("a backup succeeds") { try metric("waymark_backup_failed", stack) == 0 }
      #expect(try stack.pid(of: "backup") == pid)
      #expect(stack.stop() == 0)
      try eventually("its process ends with the stack") { !isAlive(pid) }
    }

    @Test("The next backup is due one interval after the newest, even after a restart")
    func restart() throws {
      let folder = try TemporaryFolder()
      let backupFolder = folder.path + "/shelf"
      let environment = ["WAYMARK_BACKUP": "\(backupFolder),24h,14"]
      let stack = try Stack(folder: folder, environment: environment)
      try eventually("the first backup is made immediately") { backups(backupFolder).count == 1 }
      #expect(stack.stop() == 0)
      let again = try Stack(folder: folder, environment: environment)
      let pid = try found("its process runs") { try again.pids()["backup"] }
      try eventually("it waits") {
        try String(contentsOfFile: "/proc/\(pid)/wchan", encoding: .utf8).contains("poll")
      }
      #expect(backups(backupFolder).count == 1)
      // The backup process is restarted; the stack is not affected.
      kill(pid, SIGKILL)
      try eventually("the process has exited") { try again.pids()["backup"] == nil }
      #expect(
        again.log.contains("a process exited and will be restarted") && again.log.contains("signal 9"), "\(again.log)")
      #expect(try Set(again.pids().keys) == Set(Stack.names))
      #expect(again.stop() == 0)
    }
  }
}
