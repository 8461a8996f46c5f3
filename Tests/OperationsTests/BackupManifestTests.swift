import Chronology
import Testing

@testable import Operations

@Suite("The manifest of a backup")
struct BackupManifestTests {
  private let now = Instant(seconds: 1_800_000_000)

  @Test("Reads a manifest back, and rejects any change to it")
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
      #expect(throws: OperationFailure.self) { try BackupManifest(text: String(decoding: changed, as: UTF8.self)) }
      let cut = String(decoding: bytes[..<place], as: UTF8.self)
      #expect(throws: OperationFailure.self) { try BackupManifest(text: cut) }
    }
  }

  @Test(
    "Rejects the names of files that belong to the program",
    arguments: [
      "run", "reserve", "backup.last", "FINDINGS", "stats.sqlite", "journal.sqlite-wal", "journal.sqlite.schema-9",
      "session.lock", "restore.part",
    ])
  func ownName(name: String) throws {
    #expect(BackupManifest.isPlain(name) && !BackupManifest.isAllowed(name))
    let manifest = BackupManifest(
      program: "1", made: now, users: 0, events: 0,
      files: [.init(name: "journal.sqlite", bytes: 1, hash: "00"), .init(name: name, bytes: 1, hash: "00")])
    #expect(throws: OperationFailure.self) { try BackupManifest(text: manifest.text) }
  }

  @Test("Accepts the other files of a data directory, and each name once")
  func ordinaryNames() throws {
    let files = ["journal.sqlite", "token", "demo", "keys.json"].map {
      BackupManifest.File(name: $0, bytes: 1, hash: "00")
    }
    let manifest = BackupManifest(program: "1", made: now, users: 0, events: 0, files: files)
    #expect(try BackupManifest(text: manifest.text) == manifest)
    let twice = BackupManifest(program: "1", made: now, users: 0, events: 0, files: files + [files[1]])
    #expect(throws: OperationFailure.self) { try BackupManifest(text: twice.text) }
  }

  @Test(
    "Rejects file names that leave the directory",
    arguments: ["..", ".x", "a/b", "/etc/passwd", "", "a\nb", "MANIFEST"])
  func hostileName(name: String) throws {
    #expect(!BackupManifest.isPlain(name))
    let manifest = BackupManifest(
      program: "1", made: now, users: 0, events: 0,
      files: [.init(name: "journal.sqlite", bytes: 1, hash: "00"), .init(name: name, bytes: 1, hash: "00")])
    #expect(throws: OperationFailure.self) { try BackupManifest(text: manifest.text) }
  }
}
