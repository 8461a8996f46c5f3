import Foundation
import Testing

extension SystemTests {
  @Suite("Maintenance commands")
  struct MaintenanceTests {
    @Test("Verifies a journal with and without a running stack")
    func verify() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<20 { _ = try story.record(startingAt: Double(index) * 3_600) }
      let running = try stack.command("verify")
      #expect(running.code == 0, "\(running.output)\(running.errors)")
      stack.stop()
      let stopped = try stack.command("verify")
      #expect(stopped.code == 0, "\(stopped.output)\(stopped.errors)")
    }

    @Test("Reports a single flipped bit in the journal")
    func bitRot() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<5 { _ = try story.record(startingAt: Double(index) * 3_600) }
      stack.stop()
      let python = """
        import sqlite3, sys
        base = sqlite3.connect(sys.argv[1])
        table, column = "journal", "event"
        user, seq, event = base.execute("SELECT user_id, seq, event FROM journal WHERE seq = 4").fetchone()
        event = bytearray(event); event[len(event) // 2] ^= 1
        base.execute("UPDATE journal SET event = ? WHERE user_id = ? AND seq = ?", (bytes(event), user, seq))
        base.commit()
        """
      let script = try stack.folder.file("flip.py")
      script.handle.write(Data(python.utf8))
      let flipped = try Executable.run(
        program: "/usr/bin/env", ["python3", script.path, stack.data + "/journal.sqlite"])
      #expect(flipped.code == 0, "\(flipped.errors)")
      let result = try stack.command("verify")
      #expect(result.code == 1)
      #expect((result.output + result.errors).contains("ada"))
      #expect((result.output + result.errors).contains("4"))
    }

    @Test(
      "Reports and rebuilds rows that were changed directly, with and without a running stack",
      arguments: [true, false])
    func rows(whileRunning: Bool) throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<5 { _ = try story.record(startingAt: Double(index) * 3_600) }
      if !whileRunning { stack.stop() }
      let python = """
        import sqlite3, sys
        base = sqlite3.connect(sys.argv[1], timeout=5)
        base.execute("UPDATE sessions SET duration = duration + 1")
        base.execute("DELETE FROM heroes")
        base.commit()
        """
      let script = try stack.folder.file("change.py")
      script.handle.write(Data(python.utf8))
      let changed = try Executable.run(
        program: "/usr/bin/env", ["python3", script.path, stack.data + "/journal.sqlite"])
      #expect(changed.code == 0, "\(changed.errors)")
      let found = try stack.command("verify", "--json")
      #expect(found.code == 1 && found.errors.split(separator: "\n").count == 1, "\(found.errors)")
      #expect(found.errors.contains("--repair rows"))
      let report = try JSONSerialization.jsonObject(with: Data(found.output.utf8)) as? [String: Any]
      #expect((report?["findings"] as? [Any])?.count == 6)
      let repaired = try stack.command("verify", "--repair", "rows")
      #expect(repaired.code == 0, "\(repaired.output)\(repaired.errors)")
      #expect(try stack.command("verify").code == 0)
      #expect(try stack.command("verify", "--repair", "tea").code == 2)
      guard whileRunning else { return }
      #expect(try story.client.get("/api/v1/heroes/hero-1").status == 200)
      #expect(try story.record(startingAt: 90_000).status == 201)
      #expect(try stack.command("verify").code == 0)
    }

    @Test("Rebuilds a view with and without a running stack")
    func rebuild() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      for index in 0..<20 { _ = try story.record(startingAt: Double(index) * 3_600) }
      let rebuilt = try stack.command("rebuild", "stats")
      #expect(rebuilt.code == 0, "\(rebuilt.errors)")
      #expect(try story.summary().number("totalPlayCount") == 20)
      #expect(try stack.command("rebuild").code == 0)
      #expect(try story.summary().number("totalPlayCount") == 20)
      stack.stop()
      #expect(try stack.command("rebuild").code == 0)
      let again = try Stack(folder: stack.folder)
      let client = HTTPClient(port: again.port, token: story.client.token)
      #expect(try client.get("/api/v1/analytics/summary").object.number("totalPlayCount") == 20)
      #expect(try stack.command("rebuild", "session").code == 2)
    }
  }
}
