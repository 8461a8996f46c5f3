import Foundation
import Testing

@testable import Service

@Suite("The lock of a data directory")
final class DataLockTests {
  private let folder = "/tmp/waymark-lock-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func lock(_ name: String, in folder: String? = nil) throws(DataLockError) -> DataLock {
    let settings = Settings(data: folder ?? self.folder)
    let isJournal = name == "session"
    let path = settings.databasePath(isJournal ? "journal" : name)
    return try settings.lock(name, on: OwnData(database: .init(path: path, isDisposable: !isJournal)))
  }

  private func make(_ name: String) throws {
    try #require(FileManager.default.createFile(atPath: folder + "/" + name, contents: Data([1])))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder + "/" + name)
  }

  @Test("Rejects a second process with the first one's process id, until the first releases the lock")
  func second() throws {
    var first: DataLock? = try lock("stats")
    let error = #expect(throws: DataLockError.self) { try self.lock("stats") }
    #expect(error?.isHeld == true)
    #expect(error?.description.contains("process \(getpid())") == true)
    #expect(first != nil)
    _ = try lock("milestone")
    first = nil
    _ = try lock("stats")
  }

  @Test("Deleting the lock file or the database does not admit a second process", arguments: ["session", "stats"])
  func deleted(name: String) throws {
    let database = name == "session" ? "journal.sqlite" : "stats.sqlite"
    try make(database)
    let first = try lock(name)
    try remove("\(name).lock")
    #expect(throws: DataLockError.self) { try self.lock(name) }
    #expect(!FileManager.default.fileExists(atPath: folder + "/\(name).lock"), "the second one has touched something")
    try first.check()
    try remove(database)
    #expect(throws: DataLockError.self) { try self.lock(name) }
    withExtendedLifetime(first) {}
  }

  @Test("A process detects that both of its files were replaced")
  func bothDeleted() throws {
    try make("stats.sqlite")
    let first = try lock("stats")
    try remove("stats.lock")
    try remove("stats.sqlite")
    let second = try lock("stats")
    #expect(throws: DataLockError.self) { try first.check() }
    withExtendedLifetime(second) {}
  }

  @Test("A replaced view file is allowed, but a replaced journal ends its process")
  func replaced() throws {
    for name in ["stats.sqlite", "journal.sqlite"] { try make(name) }
    let view = try lock("stats")
    let session = try lock("session")
    for name in ["stats.sqlite", "journal.sqlite"] {
      try remove(name)
      try make(name)
    }
    try view.check()
    let error = #expect(throws: DataLockError.self) { try session.check() }
    #expect(error?.description.contains("deleted or replaced") == true)
    #expect(error?.isHeld == false)
  }

  @Test("A copied directory can be used at the same time as the original")
  func copied() throws {
    try make("journal.sqlite")
    let first = try lock("session")
    let copy = folder + "-copy"
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    _ = try lock("session", in: copy)
    withExtendedLifetime(first) {}
  }
}
