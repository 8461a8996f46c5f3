import Chronology
import Foundation
import Testing

@testable import waymark

@Suite struct BackupShelfTests {
  private let day: Int64 = 86_400
  private let now = Instant(seconds: 1_800_000_000)

  private func copies(_ offsets: Int64...) -> [BackupShelf.Copy] {
    offsets.map { BackupShelf.Copy(at: now + $0, path: "/b/\(BackupShelf.name(now + $0))") }
  }

  @Test("A backup is named by its time, in the order of time, and nothing else is such a name")
  func names() {
    for seconds: Int64 in [0, 951_782_400, 1_800_000_000, 253_402_300_799] {
      let at = Instant(seconds: seconds)
      #expect(BackupShelf.instant(BackupShelf.name(at)) == at)
    }
    #expect(BackupShelf.name(Instant(seconds: 951_782_400)) == "2000-02-29T00-00-00Z")
    let others = ["", "photos", "2026-11-23", "2026-11-23T03:00:00Z", "2026-13-23T03-00-00Z", "2026-11-23T03-00-00Zx"]
    for name in others { #expect(BackupShelf.instant(name) == nil, "\(name)") }
  }

  @Test("The next is due as long after the last one as between two, at once where there is none")
  func due() {
    func due(_ newest: Int64?, _ failed: Int64?, every: Int64 = 86_400) -> Int64 {
      BackupShelf.due(
        newest: newest.map { now + $0 }, failed: failed.map { now + $0 }, everySeconds: every, now: now
      ).seconds - now.seconds
    }
    #expect(due(nil, nil) == 0)
    #expect(due(-3_600, nil) == day - 3_600)
    #expect(due(-2 * day, nil) == -day)
    #expect(due(-2 * day, 0) == 3_600, "a failure is tried again after a twenty-fourth")
    #expect(due(nil, 0, every: 600) == 60)
    #expect(due(nil, 0, every: 10) == 10)
    #expect(due(nil, 3_600) == 0, "a failure of the future says that the clock was set back")
  }

  @Test("A copy of the future does not put off the next one")
  func clockSetBack() {
    #expect(BackupShelf.newest(copies(-10, 400 * day), now: now) == now + -10)
    #expect(BackupShelf.newest(copies(30), now: now) == now + 30)
    #expect(BackupShelf.newest([], now: now) == nil)
  }

  @Test("As many stay as are to be kept; the new one always does")
  func surplus() {
    let all = copies(-3 * day, -2 * day, -day, 0)
    let new = all[3].path
    #expect(BackupShelf.surplus(all, new: new, keep: 2) == Array(all[..<2]))
    #expect(BackupShelf.surplus(all, new: new, keep: 4).isEmpty)
    #expect(BackupShelf.surplus(all, new: new, keep: 1) == Array(all[..<3]))
    let future = copies(0, day, 2 * day)
    #expect(BackupShelf.surplus(future, new: future[0].path, keep: 2) == [future[1]])
  }

  @Test("Only what a backup consists of is removed")
  func removes() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func make(_ name: String, _ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
      for (file, text) in files { try BackupFile.write(text, to: "\(folder)/\(name)/\(file)") }
    }
    let manifest = BackupManifest(
      program: "1", made: now, users: 0, events: 0, files: [.init(name: "journal.sqlite", bytes: 1, hash: "00")])
    let (old, mixed) = (BackupShelf.name(now), BackupShelf.name(now + 1))
    let content = ["journal.sqlite": "x", "MANIFEST": manifest.text]
    try make(old, content)
    try make(mixed, content.merging(["diary.txt": "mine"]) { $1 })
    try make("photos", ["MANIFEST": "not a backup"])
    let shelf = BackupShelf(folder)
    #expect(shelf.copies.map(\.at) == [now, now + 1])
    try BackupShelf.remove(shelf.copies[0].path)
    #expect(throws: CommandFailure.self) { try BackupShelf.remove(shelf.copies[0].path) }
    shelf.clean()
    #expect(shelf.copies.isEmpty)
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    #expect(left == [".\(mixed).gone", ".\(mixed).gone/diary.txt", "photos", "photos/MANIFEST"])
  }

  @Test("A manifest is read as it was written; any change to it is noticed")
  func manifest() throws {
    let manifest = BackupManifest(
      program: "0.1.0", made: now, users: 3, events: 1_234,
      files: [
        .init(name: "journal.sqlite", bytes: 4_096, hash: String(repeating: "ab", count: 32)),
        .init(name: "token", bytes: 40, hash: String(repeating: "01", count: 32)),
      ])
    #expect(try BackupManifest(text: manifest.text) == manifest)
    let bytes = Array(manifest.text.utf8)
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      #expect(throws: CommandFailure.self) { try BackupManifest(text: String(decoding: changed, as: UTF8.self)) }
      let cut = String(decoding: bytes[..<place], as: UTF8.self)
      #expect(throws: CommandFailure.self) { try BackupManifest(text: cut) }
    }
  }

  @Test("A name of a file leads nowhere else", arguments: ["..", ".x", "a/b", "/etc/passwd", "", "a\nb", "MANIFEST"])
  func hostileName(name: String) throws {
    #expect(!BackupManifest.isPlain(name))
    let manifest = BackupManifest(
      program: "1", made: now, users: 0, events: 0,
      files: [.init(name: "journal.sqlite", bytes: 1, hash: "00"), .init(name: name, bytes: 1, hash: "00")])
    #expect(throws: CommandFailure.self) { try BackupManifest(text: manifest.text) }
  }
}
