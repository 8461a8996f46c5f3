import API
import Chronology
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("Journal file at start")
struct JournalFileTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")

  /// Returns the error at the start, or nil.
  private func obstacle(_ prepare: (Settings) async throws -> Void) async throws -> String? {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let settings = Settings(data: directory.path())
    try await prepare(settings)
    do {
      try JournalFile.open(settings).close()
      return nil
    } catch let error as SettingsError {
      return error.description
    }
  }

  private func see(_ user: String, at path: String) async throws {
    let table = Table("snapshots", [.init("user_id", .text)], key: ["user_id"])
    let view = try Database(path: path, migrations: [Migration(1, "a view", [.createTable(table)])])
    try await view.write { try $0.run("INSERT INTO snapshots (user_id) VALUES ($1)", .text(user)) }
    view.close()
  }

  private func write(_ user: String, at path: String) async throws {
    let journal = try Database(path: path, migrations: SessionSchema.migrations)
    let handlers = SessionHandlers(
      database: journal, zones: Zones(), log: Log(service: "session", level: .error), now: { Instant(seconds: 0) })
    _ = try await handlers.openAccount(.init(), CallerContext(user: user))
    journal.close()
  }

  @Test("Creates a journal if no view contains users")
  func createsJournal() async throws {
    #expect(try await obstacle { _ in } == nil)
    #expect(
      try await obstacle { settings in
        let table = Table("snapshots", [.init("user_id", .text)], key: ["user_id"])
        try Database(
          path: settings.databasePath("stats"), migrations: [Migration(1, "a view", [.createTable(table)])]
        ).close()
      } == nil)
  }

  @Test("Rejects an empty or missing journal if a view contains users")
  func empty() async throws {
    let none = try await obstacle { settings in
      try await see("ada", at: settings.databasePath("milestone"))
    }
    #expect(none?.contains("is empty, but") == true && none?.contains("milestone.sqlite") == true)
    #expect(none?.contains("\n") == false)
    let empty = try await obstacle { settings in
      try Database(path: settings.databasePath("journal"), migrations: SessionSchema.migrations).close()
      try await see("ada", at: settings.databasePath("diversity"))
    }
    #expect(empty?.contains("diversity.sqlite") == true)
    let zero = try await obstacle { settings in
      try Data().write(to: URL(filePath: settings.databasePath("journal")))
      try await see("ada", at: settings.databasePath("stats"))
    }
    #expect(zero?.contains("stats.sqlite") == true)
  }

  @Test("Opens a journal with users even if views are damaged")
  func started() async throws {
    #expect(
      try await obstacle { settings in
        try await write("ada", at: settings.databasePath("journal"))
        try await see("ada", at: settings.databasePath("stats"))
        try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("milestone")))
      } == nil)
  }

  @Test(
    "Accepts every form of a SQLite path",
    arguments: [
      (nil, "./data/journal.sqlite"), ("sqlite:a.db", "a.db"), ("sqlite:///var/a.db", "/var/a.db"),
      ("/var/a.db", "/var/a.db"),
    ] as [(String?, String)])
  func address(text: String?, path: String) throws {
    var settings = Settings()
    settings.database = text
    #expect(try settings.journal().file == path)
  }

  @Test("Rejects unsupported databases", arguments: ["mysql://a/b", "sqlite:", "//"])
  func noDriver(text: String) {
    var settings = Settings()
    settings.database = text
    #expect(throws: SettingsError.self) { try settings.journal() }
  }

  @Test("Reports a damaged journal with instructions")
  func damaged() async throws {
    let obstacle = try await obstacle { settings in
      try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("journal")))
    }
    #expect(obstacle?.contains("is damaged or not a journal") == true)
    #expect(obstacle?.contains("docs/troubleshooting.md") == true)
    #expect(obstacle?.contains("PRAGMA") == false)
  }

  @Test("A short command reports the same and creates no journal")
  func forAMoment() throws {
    var settings = Settings()
    settings.data = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path()
    #expect(throws: SettingsError.self) { try JournalFile.open(settings, creating: false) }
    #expect(!FileManager.default.fileExists(atPath: settings.data))
    try FileManager.default.createDirectory(atPath: settings.data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: settings.data) }
    try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("journal")))
    let error = #expect(throws: SettingsError.self) { try JournalFile.open(settings, creating: true) }
    #expect(error?.description.contains("is damaged or not a journal") == true)
  }
}
