import Foundation
import Testing

extension SystemTests {
  @Suite("Two instances on the same data")
  struct TwoInstancesTests {
    private static let withData = ["session", "stats", "milestone", "diversity"]

    /// Expects `serve NAME` on the stack's data with another run directory to be rejected.
    private func expectRejection(_ name: String, _ stack: Stack, _ other: String) throws {
      let result = try Executable.run(["serve", name, "--data", stack.data, "--run", other])
      #expect(result.code == 1)
      #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains("(process \(try stack.pid(of: name)))"), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: other))
    }

    @Test("Rejects a second service with another run directory and names the process that uses the data")
    func otherRun() throws {
      let stack = try Stack()
      let folder = try TemporaryFolder()
      for name in Self.withData { try expectRejection(name, stack, folder.path + "/run") }
      #expect(try HTTPClient(port: stack.port).get("/readyz").status == 200)
    }

    @Test("Rejects a second stack even if the lock files were deleted", arguments: [false, true])
    func deletedLocks(atOnce: Bool) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      _ = try story.record()
      let locks = (Self.withData + ["waymark"]).map { "\(stack.data)/\($0).lock" }
      for lock in locks { try FileManager.default.removeItem(atPath: lock) }
      if !atOnce {
        try eventually("the lock files exist again") {
          locks.allSatisfy { FileManager.default.fileExists(atPath: $0) }
        }
      }
      let second = try stack.command("up", "--listen", "127.0.0.1:0", "--run", stack.folder.path + "/other")
      #expect(second.code == 1)
      #expect(second.errors.split(separator: "\n").count == 1, "\(second.errors)")
      #expect(try story.summary().number("totalPlayCount") == 1)
    }

    @Test("Recreates a deleted socket file within a second", arguments: Stack.names)
    func deletedSocket(name: String) throws {
      let stack = try Stack()
      let pids = try stack.pids()
      let path = "\(stack.runDirectory)/\(name).sock"
      try FileManager.default.removeItem(atPath: path)
      try eventually("the socket file exists again") { FileManager.default.fileExists(atPath: path) }
      #expect(try stack.command("status").code == 0)
      #expect(try stack.pids() == pids)
    }

    @Test("Recreates a deleted run directory with all its files")
    func deletedRun() throws {
      let stack = try Stack()
      try FileManager.default.removeItem(atPath: stack.runDirectory)
      try eventually("all processes respond again") {
        try stack.command("status").code == 0 && stack.pids().count == Stack.names.count
      }
    }

    @Test("Moving the journal while it is in use ends its process with a message")
    func journalGone() throws {
      let stack = try Stack()
      let before = try stack.pid(of: "session")
      try FileManager.default.moveItem(atPath: stack.data + "/journal.sqlite", toPath: stack.data + "/aside.sqlite")
      try eventually("the process has exited") { !isAlive(before) }
      // The supervisor forwards the line with a delay.
      try eventually("the log has the message") { stack.log.contains("deleted or replaced while in use") }
    }

    @Test("Commands that write work while the stack runs")
    func commands() throws {
      let stack = try Stack()
      #expect(try stack.command("token", "create", "--user", "ada").code == 0)
      #expect(try stack.command("verify").code == 0)
      #expect(try stack.command("rebuild").code == 0)
    }

    @Test("Does not rebuild a view that runs with another run directory")
    func rebuildElsewhere() throws {
      let stack = try Stack()
      let folder = try TemporaryFolder()
      let result = try stack.command("rebuild", "stats", "--run", folder.path)
      #expect(result.code == 1)
      #expect(result.errors.contains("(process \(try stack.pid(of: "stats")))"))
      #expect(FileManager.default.fileExists(atPath: stack.data + "/stats.sqlite"))
    }
  }
}
