import Foundation
import Testing

extension SystemTests {
  @Suite("A data directory of an earlier release")
  struct OldDataTests {
    /// `docs/internals/testing.md` describes how it was made. No expected response depends on the day of the test.
    static let archive = archive("2026-11")
    private static let views = ["stats", "milestone", "diversity"]

    private static func archive(_ name: String) -> String {
      Executable.repository.appendingPathComponent("Tests/OldData/\(name).tar.gz").path
    }

    /// The second archive has finished works that were read again, several zones and goals.
    @Test(
      "Every figure equals that of the earlier release, with and without snapshots",
      arguments: [("2026-11", 4), ("2026-11-0.2.0", 2)], [true, false])
    func figures(archive: (name: String, users: Int), withSnapshots: Bool) throws {
      let folder = try TemporaryFolder()
      let data = folder.path + "/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
      let unpacked = try Executable.run(
        program: "/usr/bin/env", ["tar", "-xzf", Self.archive(archive.name), "-C", data])
      #expect(unpacked.code == 0, "\(unpacked.errors)")
      if !withSnapshots {
        for view in Self.views { try FileManager.default.removeItem(atPath: "\(data)/\(view).sqlite") }
      }
      let expected = try Self.expected(in: data)
      #expect(expected.count == archive.users)
      // Before the first write, this finds snapshots that this release cannot read.
      try expectInOrder(data)

      let stack = try Stack(folder: folder)
      try expect(expected, of: stack)
      #expect(stack.stop() == 0)
      try expectInOrder(data)
    }

    /// A read that migration 13 restores from the journal: the values that the library entry had before the book was
    /// read again.
    private struct RestoredRead: Hashable {
      var work, startedAt, finishedAt: String
      var rating: Double?

      init(_ work: String, _ startedAt: String, _ finishedAt: String, rating: Double?) {
        (self.work, self.startedAt, self.finishedAt, self.rating) = (work, startedAt, finishedAt, rating)
      }
    }

    /// All of them, by user. A separate program has read these values from the events in the archives.
    private static let restored: [String: Set<RestoredRead>] = [
      "bea": [
        RestoredRead("kindred", "2024-02-06T18:00:00Z", "2024-03-10T12:00:00Z", rating: 0.5),
        RestoredRead("middlemarch", "2024-08-21T06:00:00Z", "2024-09-23T00:00:00Z", rating: 3.5),
        RestoredRead("small", "2024-11-27T12:00:00Z", "2024-12-30T06:00:00Z", rating: nil),
        RestoredRead("two", "2024-12-30T06:00:00Z", "2025-02-01T00:00:00Z", rating: 0.5),
        RestoredRead("unknown", "2024-10-25T18:00:00Z", "2024-11-27T12:00:00Z", rating: 4.5),
      ],
      "ada in 0.2.0": readAgain, "mia": readAgain,
    ]
    private static let readAgain: Set<RestoredRead> = [
      RestoredRead("w1", "2024-02-27T00:00:00Z", "2024-03-13T00:00:00Z", rating: 3.5),
      RestoredRead("w4", "2024-05-15T00:00:00Z", "2024-05-30T00:00:00Z", rating: 5),
      RestoredRead("w7", "2024-08-01T00:00:00Z", "2024-08-16T00:00:00Z", rating: 4),
    ]

    /// Deletes the reads before the latest one of each work, which are all listed above. Without them, every figure
    /// equals that of the earlier release.
    private func deleteRestored(of user: String, _ client: HTTPClient) throws {
      var found: Set<RestoredRead> = []
      var paths: [String] = []
      for entry in try client.get("/api/v1/library?limit=200").object.list("items") {
        let work = try #require(entry.text("workId"))
        for read in try client.get("/api/v1/library/\(work)/reads").object.list("items").dropLast() {
          #expect(read.text("status") == "finished" && read.text("source") == "manual")
          let (start, finish) = (try #require(read.text("startedAt")), try #require(read.text("finishedAt")))
          found.insert(RestoredRead(work, start, finish, rating: read.number("rating")))
          paths.append("/api/v1/library/\(work)/reads/\(try #require(read.text("id")))")
        }
      }
      #expect(found == Self.restored[user] ?? [] && found.count == paths.count, "\(user)")
      for path in paths { #expect(try client.delete(path).status == 204) }
    }

    private func expect(_ expected: [String: [String: Any]], of stack: Stack) throws {
      let isLater = expected["mia"] != nil
      for (user, figures) in expected.sorted(by: { $0.key < $1.key }) {
        let client = try stack.client(user: user)
        try deleteRestored(of: isLater && user == "ada" ? "ada in 0.2.0" : user, client)
        #expect(figures.count >= 45)
        for (path, figure) in figures.sorted(by: { $0.key < $1.key }) {
          let response = try client.get("/api/v1\(path)")
          #expect(response.status == 200, "\(user) \(path): \(response.text)")
          let new = Self.lasting(Self.value(response), of: path)
          let difference = Self.difference(new, Self.lasting(figure, of: path))
          #expect(difference == nil, "\(user) \(path): \(difference ?? "")")
        }
      }
    }

    /// A backup of the same users, with the snapshots that the views had then.
    @Test("A backup of an earlier release is restored, with and without snapshots", arguments: [true, false])
    func backup(withSnapshots: Bool) throws {
      let folder = try TemporaryFolder()
      let archives = [Self.archive, Self.archive.replacingOccurrences(of: ".tar.gz", with: "-backup.tar.gz")]
      for archive in archives {
        let unpacked = try Executable.run(program: "/usr/bin/env", ["tar", "-xzf", archive, "-C", folder.path])
        #expect(unpacked.code == 0, "\(unpacked.errors)")
      }
      let expected = try Self.expected(in: folder.path)
      try expectInOrder(folder.path + "/backup")
      let data = folder.path + "/data"
      let restored = try Executable.run(["restore", folder.path + "/backup", "--data", data])
      #expect(restored.code == 0, "\(restored.errors)")
      if withSnapshots {
        for view in Self.views {
          try FileManager.default.moveItem(
            atPath: "\(folder.path)/snapshots/\(view).sqlite", toPath: "\(data)/\(view).sqlite")
        }
      }
      try expectInOrder(data)
      let stack = try Stack(folder: folder)
      try expect(expected, of: stack)
      #expect(stack.stop() == 0)
      try expectInOrder(data)
    }

    private func expectInOrder(_ data: String) throws {
      let verified = try Executable.run(["verify", "--data", data])
      #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
    }

    /// Returns the responses of the earlier release by user and path.
    static func expected(in data: String) throws -> [String: [String: Any]] {
      let file = data + "/expected.json"
      let content = try Data(contentsOf: URL(fileURLWithPath: file))
      try FileManager.default.removeItem(atPath: file)
      return try #require(try JSONSerialization.jsonObject(with: content) as? [String: [String: Any]])
    }

    /// Returns the JSON value, or the text if the response is CSV.
    static func value(_ response: Response) -> Any {
      (try? JSONSerialization.jsonObject(with: response.body)) ?? response.text
    }

    /// Returns the response without the members that depend on the day of the test: the elapsed time of a timer, the
    /// range of all time, the empty months up to today, rates per day, and the progress of what was unlocked.
    static func lasting(_ response: Any, of path: String) -> Any {
      if path == "/export?kind=insights&format=json", let months = response as? [[String: Any]] {
        return withoutEmptyEnd(months)
      }
      if path == "/export?kind=works", let list = response as? String { return withoutOpenFinishes(list) }
      guard var reply = response as? [String: Any] else { return response }
      if path.hasPrefix("/library") {
        reply = withoutOpenFinish(reply)
        reply["items"] = (reply["items"] as? [[String: Any]])?.map(withoutOpenFinish)
      }
      switch path {
      case "/reading/timer":
        if var timer = reply["active"] as? [String: Any] {
          timer["elapsedSeconds"] = nil
          reply["active"] = timer
        }
      case _ where path.hasPrefix("/insights"): reply["velocity"] = nil
      case "/rucks/analytics?period=allTime":
        reply["to"] = nil
        // Without rucks, the range begins today.
        if reply["totalSessions"] as? Int == 0 { reply["from"] = nil }
      case _ where path.hasPrefix("/review/"):
        // Up to 0.2.0 they had their current progress.
        for name in ["milestonesUnlocked", "achievementsUnlocked"] {
          reply[name] = (reply[name] as? [[String: Any]])?.map { unlocked in
            unlocked.filter { ["id", "title", "icon", "unlockedAt"].contains($0.key) }
          }
        }
      default: break
      }
      return reply
    }

    /// Returns the months up to the last one with a figure. The list ends with the month of the test.
    private static func withoutEmptyEnd(_ months: [[String: Any]]) -> [[String: Any]] {
      let end = months.lastIndex { month in
        month.contains { name, value in name != "month" && value as? Int != 0 }
      }
      return Array(months.prefix(end.map { $0 + 1 } ?? 0))
    }

    /// An entry that was read again had the finish of the earlier read.
    private static func withoutOpenFinish(_ entry: [String: Any]) -> [String: Any] {
      entry["status"] as? String == "reading" ? entry.filter { $0.key != "finishedAt" } : entry
    }

    /// The status is the ninth column, and the finish the thirteenth. No row with quotes has this status.
    private static func withoutOpenFinishes(_ list: String) -> String {
      list.split(separator: "\r\n").map { row in
        var cells = row.split(separator: ",", omittingEmptySubsequences: false)
        if cells.count > 12, cells[8] == "reading" { cells[12] = "" }
        return cells.joined(separator: ",") + "\r\n"
      }.joined()
    }

    /// Returns the first difference and its place. Members that only the new response has are ignored, and so are its
    /// further columns at the end of the rows of CSV.
    static func difference(_ new: Any, _ old: Any, at place: String = "") -> String? {
      switch (new, old) {
      case (let new as [String: Any], let old as [String: Any]):
        for name in old.keys.sorted() {
          guard let member = new[name] else { return "\(place).\(name) is missing" }
          if let difference = difference(member, old[name] ?? NSNull(), at: "\(place).\(name)") { return difference }
        }
        return nil
      case (let new as [Any], let old as [Any]):
        guard new.count == old.count else { return "\(place) has \(new.count) items, not \(old.count)" }
        for index in old.indices {
          if let difference = difference(new[index], old[index], at: "\(place)[\(index)]") { return difference }
        }
        return nil
      case (let new as NSNumber, let old as NSNumber):
        // The last digits of a division or product may differ: the earlier release wrote 474864.99999999994 for 474865.
        let isSame = new == old || abs(new.doubleValue - old.doubleValue) <= 8 * old.doubleValue.magnitude.ulp
        return isSame ? nil : "\(place) is \(new), not \(old)"
      case (let new as String, let old as String) where old.contains("\r\n"):
        let (rows, oldRows) = (new.split(separator: "\r\n"), old.split(separator: "\r\n"))
        guard rows.count == oldRows.count else { return "\(place) has \(rows.count) rows, not \(oldRows.count)" }
        let first = zip(rows, oldRows).first { $0 != $1 && !$0.hasPrefix($1 + ",") }
        return first.map { "\(place) has the row \($0), not \($1)" }
      case (let new as NSObject, let old as NSObject):
        return new == old ? nil : "\(place) is \(new), not \(old)"
      default:
        return "\(place) cannot be compared"
      }
    }
  }
}
