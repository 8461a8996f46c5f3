import Foundation
import Programs
import SeededRandom
import Synchronization
import Testing

extension SystemTests {
  @Suite("Upgrades")
  struct UpgradeTests {
    private static let kept = "journal.sqlite.schema-5"

    /// Returns a data directory of an earlier release with schema 5.
    private func oldData(_ folder: TemporaryFolder, _ name: String = "data") throws -> String {
      let data = "\(folder.path)/\(name)"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
      let archive = Executable.repository.appendingPathComponent("Tests/OldData/2026-11.tar.gz").path
      let unpacked = try Executable.run(program: "/usr/bin/env", ["tar", "-xzf", archive, "-C", data])
      try #require(unpacked.code == 0, "\(unpacked.errors)")
      return data
    }

    private func events(_ data: String, _ more: String...) throws -> Int {
      let verified = try Executable.run(["verify", "--json", "--data", data] + more)
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
      let report = try JSONSerialization.jsonObject(with: Data(verified.output.utf8)) as? [String: Any]
      return try #require(report?["events"] as? Int)
    }

    /// Returns the whole database as SQL statements.
    private static func rows(_ path: String) throws -> String {
      let script = "import sqlite3, sys; print('\\n'.join(sqlite3.connect(sys.argv[1]).iterdump()))"
      let done = try Executable.run(program: "/usr/bin/env", ["python3", "-c", script, path])
      try #require(done.code == 0 && done.output.count > 1_000, "\(done.errors)")
      return done.output
    }

    @Test("Copies the database before a schema change; commands that only read change nothing")
    func copiedAside() throws {
      let folder = try TemporaryFolder()
      let data = try oldData(folder)
      let path = data + "/journal.sqlite"
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let count = try events(data)
      #expect(try Executable.run(["backup", folder.path + "/copy", "--data", data]).code == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(!FileManager.default.fileExists(atPath: "\(data)/\(Self.kept)"))
      #expect(try Executable.run(["token", "create", "--user", "ada", "--data", data]).code == 0)
      #expect(try events(data) == count)
      #expect(try events(data, "--database", "\(data)/\(Self.kept)") == count)
      // A backup of an earlier version is restored and then upgraded like other data.
      let restored = folder.path + "/restored"
      #expect(try Executable.run(["restore", folder.path + "/copy", "--data", restored]).code == 0)
      let stack = try Stack(data: restored)
      #expect(stack.stop() == 0)
      #expect(try events(restored) >= count)
      #expect(FileManager.default.fileExists(atPath: "\(restored)/\(Self.kept)"))
    }

    /// 1,708 events were written by the earlier version; the upgrade adds one per user.
    @Test("Killing an upgrade at any moment leaves the data either old or upgraded")
    func killed() throws {
      let folder = try TemporaryFolder()
      let seed = testSeed()
      var after = 0
      for round in 0..<16 {
        let data = try oldData(folder, "data-\(round)")
        let upgrade = try Program(Executable.path, ["token", "create", "--user", "ada", "--data", data])
        poll(nil, 0, Int32((seed &+ UInt64(round) &* 7_919) % 60))
        upgrade.end()
        if FileManager.default.fileExists(atPath: "\(data)/\(Self.kept)") { after += 1 }
        #expect(try events(data) == 1_712, "seed \(seed), round \(round)")
        let writing = try Executable.run(["token", "create", "--user", "ada", "--data", data])
        #expect(writing.code == 0, "seed \(seed), round \(round)")
        #expect(try events(data) == 1_712)
        #expect(try events(data, "--database", "\(data)/\(Self.kept)") == 1_712)
        let left = try FileManager.default.contentsOfDirectory(atPath: data).filter { $0.contains("schema") }
        #expect(left == [Self.kept], "seed \(seed), round \(round)")
      }
      print("killed upgrades with a complete copy: \(after) of 16")
    }

    @Test("Every command rejects data of a later version in one line and does not change it")
    func laterVersion() throws {
      let folder = try TemporaryFolder()
      let data = try oldData(folder)
      let path = data + "/journal.sqlite"
      try DatabaseEdit.run("INSERT INTO schema_steps VALUES (999, 'of a later version')", on: path)
      let before = try Self.rows(path)
      let commands = [
        ["up"], ["serve", "session"], ["token", "list"], ["verify"], ["verify", "--repair", "rows"],
        ["backup", folder.path + "/copy"],
      ]
      for command in commands {
        let result = try Executable.run(command + ["--data", data, "--listen", "127.0.0.1:0"])
        #expect(result.code == 1 && result.errors.split(separator: "\n").count == 1, "\(command): \(result.errors)")
        #expect(result.errors.contains("a later version has written this database"), "\(command): \(result.errors)")
      }
      #expect(try Self.rows(path) == before)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/copy"))
    }

    @Test("Replacing the services one by one under load causes only errors that clients retry")
    func oneAfterTheOther() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let written = Mutex(0)
      let isOver = Mutex(false)
      let others = Mutex<[String: Int]>([:])
      @Sendable func note(_ response: Response?, _ wanted: Int...) -> Bool {
        let status = response?.status ?? 0
        if wanted.contains(status) { return true }
        // Every client retries after 503 and after an idle connection is closed.
        if status != 503 && status != 0 { others.withLock { $0["\(status)", default: 0] += 1 } }
        return false
      }
      let clients = (0..<4).map { number in
        Thread {
          var count = 0
          while !isOver.withLock({ $0 }) {
            let offset = Double(count * 60 - number * 1_000_000 - 3_000_000)
            var isWritten = note(try? story.record(startingAt: offset, lasting: 30), 201)
            if !isWritten {
              // The write may have succeeded although its response was lost; a retry then returns 200.
              let again: Void? = try? eventually("it is written") {
                note(try? story.record(startingAt: offset, lasting: 30), 200, 201)
              }
              isWritten = again != nil
            }
            if isWritten {
              written.withLock { $0 += 1 }
              count += 1
            }
            _ = note(try? story.client.get("/api/v1/analytics/summary"), 200)
          }
        }
      }
      for client in clients { client.start() }
      defer { isOver.withLock { $0 = true } }
      // The journal first, then the views, the edge last: no process receives calls or events of a later version.
      for name in Stack.names {
        let (pid, before) = (try stack.pid(of: name), written.withLock { $0 })
        kill(pid, SIGTERM)
        try eventually("\(name) is replaced") {
          try !isAlive(pid) && stack.pids()[name] != nil && story.client.get("/readyz").status == 200
        }
        try eventually("more is written") { written.withLock { $0 } >= before + 20 }
      }
      isOver.withLock { $0 = true }
      for client in clients { try eventually("a client ends") { client.isFinished } }
      #expect(others.withLock { $0 } == [:])
      #expect(try story.summary().number("totalPlayCount") == Double(written.withLock { $0 }))
      #expect(try stack.command("verify").code == 0)
    }
  }
}
