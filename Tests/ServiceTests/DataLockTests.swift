import Foundation
import Testing

@testable import Service

@Suite("Who works on a data directory")
final class DataLockTests {
  private let folder = "/tmp/waymark-lock-\(UUID().uuidString)"

  private var settings: Settings {
    Settings(data: folder)
  }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func make(_ name: String) throws {
    try #require(FileManager.default.createFile(atPath: folder + "/" + name, contents: Data([1])))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: folder + "/" + name)
  }

  @Test("A second one is refused with the first one's process id, and may work once that has let go")
  func second() throws {
    var first = try settings.lock("stats")
    let error = #expect(throws: DataLockError.self) { try self.settings.lock("stats") }
    #expect(error?.isHeld == true)
    #expect(error?.description.contains("process \(getpid())") == true)
    #expect(first != nil)
    #expect(try settings.lock("milestone") != nil)
    first = nil
    #expect(try settings.lock("stats") != nil)
  }

  @Test("Neither a deleted lock file nor a deleted database lets a second one in", arguments: ["session", "stats"])
  func deleted(name: String) throws {
    let database = name == "session" ? "journal.sqlite" : "stats.sqlite"
    try make(database)
    let first = try settings.lock(name)
    try remove("\(name).lock")
    #expect(throws: DataLockError.self) { try self.settings.lock(name) }
    #expect(!FileManager.default.fileExists(atPath: folder + "/\(name).lock"), "the second one has touched something")
    try first?.check()
    try remove(database)
    #expect(throws: DataLockError.self) { try self.settings.lock(name) }
    withExtendedLifetime(first) {}
  }

  @Test("Both deleted between two looks, the first one notices that it is no longer alone")
  func bothDeleted() throws {
    try make("stats.sqlite")
    let first = try settings.lock("stats")
    try remove("stats.lock")
    try remove("stats.sqlite")
    let second = try settings.lock("stats")
    #expect(throws: DataLockError.self) { try first?.check() }
    withExtendedLifetime(second) {}
  }

  @Test("A view's file may be replaced by the view; a journal that is replaced while in use ends its process")
  func replaced() throws {
    for name in ["stats.sqlite", "journal.sqlite"] { try make(name) }
    let view = try settings.lock("stats")
    let session = try settings.lock("session")
    for name in ["stats.sqlite", "journal.sqlite"] {
      try remove(name)
      try make(name)
    }
    try view?.check()
    let error = #expect(throws: DataLockError.self) { try session?.check() }
    #expect(error?.description.contains("deleted or replaced") == true)
    #expect(error?.isHeld == false)
  }

  @Test("The edge has no data, and no lock")
  func edge() throws {
    #expect(try settings.lock("edge") == nil)
  }

  @Test("A copied directory can be worked on beside the original")
  func copied() throws {
    try make("journal.sqlite")
    let first = try settings.lock("session")
    let copy = folder + "-copy"
    try FileManager.default.copyItem(atPath: folder, toPath: copy)
    defer { try? FileManager.default.removeItem(atPath: copy) }
    #expect(try Settings(data: copy).lock("session") != nil)
    withExtendedLifetime(first) {}
  }
}
