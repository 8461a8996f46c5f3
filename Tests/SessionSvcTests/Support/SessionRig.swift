import API
import Chronology
import Domain
import Foundation
import PostgresServer
import Proto
import Service
import Storage
import Synchronization
import Testing

@testable import SessionSvc

/// The handlers over a temporary file or a server's schema, with a settable clock.
final class SessionRig: Sendable {
  let directory: URL
  let handlers: SessionHandlers
  let database: Database
  let clock: SetClock
  var path: String { directory.appending(path: "session.sqlite").path() }

  /// Another host on the same database.
  convenience init(sharing other: SessionRig) throws {
    try self.init(over: other.database.address, clock: other.clock)
  }

  /// A host on a server's database.
  init(over address: DatabaseAddress, clock: SetClock) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    self.clock = clock
    database = try Database(address, migrations: SessionSchema.migrations)
    handlers = SessionHandlers(
      database: database, zones: Zones(), log: Log(service: "session", level: .error), now: { clock.now })
  }

  init(now: Instant = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0), copying: URL? = nil) throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    if let copying {
      for name in try FileManager.default.contentsOfDirectory(atPath: copying.path()) where !name.hasSuffix("-shm") {
        try FileManager.default.copyItem(at: copying.appending(path: name), to: directory.appending(path: name))
      }
    }
    let clock = SetClock(now)
    self.clock = clock
    let address = Self.server.map { DatabaseAddress(server: $0.newAddress()) }
    database = try Database(
      address ?? DatabaseAddress(file: directory.appending(path: "session.sqlite").path()),
      migrations: SessionSchema.migrations)
    handlers = SessionHandlers(
      database: database, zones: Zones(), log: Log(service: "session", level: .error), now: { clock.now })
  }

  /// Set to run all these tests over PostgreSQL or Citus.
  private static let server: PostgresServer? =
    switch ProcessInfo.processInfo.environment["WAYMARK_TESTS_OVER"] {
    case "postgresql": .shared
    case "citus": .citus
    default: nil
    }
  static let isOverServer = server != nil
  static let ofFiles: Comment = "requires a SQLite file"

  deinit {
    database.close()
    try? FileManager.default.removeItem(at: directory)
  }

  /// Handlers with nothing in memory, as after a restart.
  var coldHandlers: SessionHandlers {
    SessionHandlers(database: database, zones: handlers.zones, log: handlers.log, now: handlers.now)
  }

  /// Creates a user with one hero and one story of ten minutes.
  func begin(_ user: String = "ada") async throws -> CallerContext {
    let caller = CallerContext(user: user)
    _ = try await handlers.saveHero(.init(id: "mia", name: "Mia"), caller)
    _ = try await handlers.saveStory(.init(id: "moon", title: "Moon", heroId: "mia", estimatedDuration: 600), caller)
    return caller
  }

  /// Returns the stored events.
  func events(_ user: String = "ada", after: Int64 = 0) async throws -> [Event] {
    let reply = try await coldHandlers.readJournal(.init(user: user, after: after), CallerContext(user: nil))
    var bytes = reply.events[...]
    var events: [Event] = []
    while !bytes.isEmpty {
      let length = try itemLength(Array(bytes))
      events.append(try CBORDecoder.decode(Event.self, from: Array(bytes.prefix(length))))
      bytes = bytes.dropFirst(length)
    }
    return events
  }

  func head(_ user: String = "ada") async throws -> SessionAPI.Head {
    try await handlers.fetchHeads(.init(users: [user]), CallerContext(user: nil)).heads[0]
  }
}

final class SetClock: Sendable {
  private let instant: Mutex<Instant>

  init(_ now: Instant) { instant = Mutex(now) }

  var now: Instant {
    get { instant.withLock { $0 } }
    set { instant.withLock { $0 = newValue } }
  }
}

/// Returns the length of the first item in `bytes`.
func itemLength(_ bytes: [UInt8]) throws -> Int {
  try bytes.withUnsafeBytes { raw in
    var reader = CBORReader(raw)
    try reader.skip()
    return reader.offset
  }
}

func at(_ text: String) -> Instant {
  Instant(text) ?? Instant(seconds: 0)
}

/// Returns the fault that `body` throws, or nil.
func fault(_ body: () async throws -> Void) async -> Fault? {
  do {
    try await body()
    return nil
  } catch {
    return error as? Fault
  }
}
