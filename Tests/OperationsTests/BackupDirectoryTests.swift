import Chronology
import Foundation
import Testing

@testable import Operations

@Suite("The directory of backups")
struct BackupDirectoryTests {
  private let day: Int64 = 86_400
  private let now = Instant(seconds: 1_800_000_000)

  private func backups(_ offsets: Int64...) -> [BackupDirectory.Backup] {
    offsets.map { BackupDirectory.Backup(at: now + $0, path: "/b/\(BackupDirectory.name(now + $0))") }
  }

  @Test("Names sort by time, and other names are not backups")
  func names() {
    for seconds: Int64 in [0, 951_782_400, 1_800_000_000, 253_402_300_799] {
      let at = Instant(seconds: seconds)
      #expect(BackupDirectory.instant(BackupDirectory.name(at)) == at)
    }
    #expect(BackupDirectory.name(Instant(seconds: 951_782_400)) == "2000-02-29T00-00-00Z")
    let others = ["", "photos", "2026-11-23", "2026-11-23T03:00:00Z", "2026-13-23T03-00-00Z", "2026-11-23T03-00-00Zx"]
    for name in others { #expect(BackupDirectory.instant(name) == nil, "\(name)") }
  }

  @Test("The next backup is due one interval after the newest, or immediately if there is none")
  func due() {
    func due(_ newest: Int64?, _ failed: Int64?, every: Int64 = 86_400) -> Int64 {
      BackupDirectory.due(
        newest: newest.map { now + $0 }, failed: failed.map { now + $0 }, everySeconds: every, now: now
      ).seconds - now.seconds
    }
    #expect(due(nil, nil) == 0)
    #expect(due(-3_600, nil) == day - 3_600)
    #expect(due(-2 * day, nil) == -day)
    #expect(due(-2 * day, 0) == 3_600, "retries after a twenty-fourth of the interval")
    #expect(due(nil, 0, every: 600) == 60)
    #expect(due(nil, 0, every: 10) == 10)
    #expect(due(nil, 3_600) == 0, "ignores a failure in the future: the clock was set back")
  }

  @Test("A backup from the future does not delay the next one")
  func clockSetBack() {
    #expect(BackupDirectory.newest(backups(-10, 400 * day), now: now) == now + -10)
    #expect(BackupDirectory.newest(backups(30), now: now) == now + 30)
    #expect(BackupDirectory.newest([], now: now) == nil)
  }

  @Test("Removes the oldest backups, but never the new one")
  func surplus() {
    let all = backups(-3 * day, -2 * day, -day, 0)
    let new = all[3].path
    #expect(BackupDirectory.surplus(all, new: new, keep: 2) == Array(all[..<2]))
    #expect(BackupDirectory.surplus(all, new: new, keep: 4).isEmpty)
    #expect(BackupDirectory.surplus(all, new: new, keep: 1) == Array(all[..<3]))
    let future = backups(0, day, 2 * day)
    #expect(BackupDirectory.surplus(future, new: future[0].path, keep: 2) == [future[1]])
  }

  @Test("Removes only the files of a backup")
  func removes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func make(_ name: String, _ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      for (file, text) in files { try BackupFile.write(text, to: "\(folder)/\(name)/\(file)") }
    }
    let manifest = BackupManifest(
      program: "1", made: now, users: 0, events: 0, files: [.init(name: "journal.sqlite", bytes: 1, hash: "00")])
    let (old, mixed) = (BackupDirectory.name(now), BackupDirectory.name(now + 1))
    let content = ["journal.sqlite": "x", "MANIFEST": manifest.text]
    try make(old, content)
    try make(mixed, content.merging(["diary.txt": "mine"]) { $1 })
    try make("photos", ["MANIFEST": "not a backup"])
    let directory = BackupDirectory(folder)
    #expect(directory.backups.map(\.at) == [now, now + 1])
    try BackupDirectory.remove(directory.backups[0].path)
    #expect(throws: OperationFailure.self) { try BackupDirectory.remove(directory.backups[0].path) }
    directory.clean()
    #expect(directory.backups.isEmpty)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    #expect(left == [".\(mixed).gone", ".\(mixed).gone/diary.txt", "photos", "photos/MANIFEST"])
  }
}
