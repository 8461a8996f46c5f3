import API
import Chronology
import Foundation
import Proto
import Service
import Storage
import Testing

@testable import SessionSvc

@Suite("The journal's file at the start")
struct JournalFileTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")

  /// What stops the start; nil where it goes on.
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
    _ = try await handlers.openAccount(.init(), Caller(user: user))
    journal.close()
  }

  @Test("Without anything beside it the journal begins anew, and so it does beside views that have seen no user")
  func anew() async throws {
    #expect(try await obstacle { _ in } == nil)
    #expect(
      try await obstacle { settings in
        let table = Table("snapshots", [.init("user_id", .text)], key: ["user_id"])
        try Database(
          path: settings.databasePath("stats"), migrations: [Migration(1, "a view", [.createTable(table)])]
        ).close()
      } == nil)
  }

  @Test("An empty journal, or none, beside a view that has seen users is refused with what to do, and not made")
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

  @Test("A journal that knows users starts, whatever its views hold, and however damaged they are")
  func started() async throws {
    #expect(
      try await obstacle { settings in
        try await write("ada", at: settings.databasePath("journal"))
        try await see("ada", at: settings.databasePath("stats"))
        try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("milestone")))
      } == nil)
  }

  @Test(
    "The journal is a file of SQLite, however the setting is written",
    arguments: [
      (nil, "./data/journal.sqlite"), ("sqlite:a.db", "a.db"), ("sqlite:///var/a.db", "/var/a.db"),
      ("/var/a.db", "/var/a.db"),
    ] as [(String?, String)])
  func address(text: String?, path: String) throws {
    var settings = Settings()
    settings.database = text
    #expect(try settings.journal().file == path)
  }

  @Test("A database without a driver is refused", arguments: ["mysql://a/b", "sqlite:", "//"])
  func noDriver(text: String) {
    var settings = Settings()
    settings.database = text
    #expect(throws: SettingsError.self) { try settings.journal() }
  }

  @Test("A damaged journal says what is wrong and what to do")
  func damaged() async throws {
    let obstacle = try await obstacle { settings in
      try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("journal")))
    }
    #expect(obstacle?.contains("is damaged, or no journal") == true && obstacle?.contains("operating.md") == true)
    #expect(obstacle?.contains("PRAGMA") == false)
  }

  @Test("A command that needs the journal for a moment says the same, and makes none")
  func forAMoment() throws {
    var settings = Settings()
    settings.data = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)").path()
    #expect(throws: SettingsError.self) { try JournalFile.open(settings, makingIt: false) }
    #expect(!FileManager.default.fileExists(atPath: settings.data))
    try FileManager.default.createDirectory(atPath: settings.data, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: settings.data) }
    try Data(repeating: 7, count: 9_000).write(to: URL(filePath: settings.databasePath("journal")))
    let error = #expect(throws: SettingsError.self) { try JournalFile.open(settings, makingIt: true) }
    #expect(error?.description.contains("is damaged, or no journal") == true)
  }
}
