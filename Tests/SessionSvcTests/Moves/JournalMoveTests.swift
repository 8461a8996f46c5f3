import API
import Chronology
import Domain
import Foundation
import PostgresServer
import Storage
import Testing

@testable import SessionSvc

@Suite("Journal move", .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles))
struct JournalMoveTests {
  private func history() async throws -> SessionRig {
    let rig = try SessionRig()
    let start = rig.clock.now + -90_000
    for user in ["ada", "bob"] {
      let caller = try await rig.begin(user)
      for index in 0..<200 {
        let begin = start + Int64(index) * 60
        _ = try await rig.handlers.recordListening(
          .init(storyId: "moon", startedAt: begin, endedAt: begin + 30, completed: true), caller)
      }
    }
    return rig
  }

  /// A file, and a server if PostgreSQL is installed.
  private static let engines = PostgresServer.shared == nil ? ["file"] : ["file", "server"]

  private func target(_ engine: String, _ rig: SessionRig) -> DatabaseAddress {
    if engine == "server", let server = PostgresServer.shared { return DatabaseAddress(server: server.newAddress()) }
    return DatabaseAddress(file: rig.directory.appending(path: "target.sqlite").path())
  }

  private func move(_ from: DatabaseAddress, _ to: DatabaseAddress, _ rig: SessionRig) throws -> MoveReport {
    try DatabaseMove(
      from: from, to: to, migrations: SessionSchema.migrations, check: JournalMoveCheck(now: rig.clock.now),
      progress: { _ in }
    ).run(at: "now")
  }

  @Test("The moved journal is sound, keeps tokens and keys, and continues")
  func whole() async throws {
    for engine in Self.engines {
      let rig = try await history()
      let target = target(engine, rig)
      let made = try await Tokens(database: rig.database).create(user: "ada", now: rig.clock.now)
      let key = CallerContext(user: "ada", key: "a key of the day before", digest: [UInt8](repeating: 1, count: 32))
      let first = try await rig.handlers.createShare(.init(picture: .radar, origin: "http://a"), key)
      let head = try await rig.head()
      rig.database.close()
      #expect(try move(rig.database.address, target, rig).tables.first { $0.name == "users" }?.rows == 2)
      let moved = try SessionRig(over: target, clock: rig.clock)
      let audit = JournalAudit(database: moved.database)
      let all = try await audit.findingsOfAll(now: rig.clock.now)
      #expect(all.engine + all.journal + all.rows + all.form == [])
      for user in ["ada", "bob"] {
        let found = try #require(try await audit.findings(of: user, now: rig.clock.now))
        #expect(found.journal + found.rows == [] && found.events > 200)
      }
      #expect(try await moved.head() == head)
      #expect(try await Tokens(database: moved.database).list().map(\.id) == [made.stored.id])
      #expect(
        try await moved.handlers.createShare(.init(picture: .radar, origin: "http://a"), key).value.url
          == first.value.url)
      #expect(try await moved.head() == head)
      _ = try await moved.handlers.saveHero(.init(id: "zoe", name: "Zoe"), CallerContext(user: "ada"))
      #expect(try await moved.head().seq == head.seq + 1)
    }
  }

  @Test(
    "Reports damage in the source and cancels the move",
    arguments: [
      (
        "UPDATE journal SET recorded_at = 900000000000 WHERE user_id = 'bob' AND seq = 9",
        "bob: 1 event has an impossible recording time"
      ),
      (
        "UPDATE journal SET checksum = checksum + 1 WHERE user_id = 'bob' AND seq = 9",
        "bob: event 9 has the wrong checksum"
      ),
      ("DELETE FROM journal WHERE user_id = 'bob' AND seq = 9", "bob: event 9 is missing"),
      ("DELETE FROM journal WHERE user_id = 'bob' AND seq > 100", "bob: the journal should end"),
      (
        "UPDATE sessions SET duration = duration + 1 WHERE user_id = 'bob' AND started_at % 7 = 0",
        "of sessions differs from the journal"
      ),
      ("DELETE FROM users WHERE user_id = 'bob'", "the journal of bob belongs to no existing user"),
    ] as [(SQL, String)])
  func damaged(change: SQL, words: String) async throws {
    for engine in Self.engines {
      let rig = try await history()
      let target = target(engine, rig)
      try await rig.database.write { try $0.run(change) }
      let error = #expect(throws: DamagedSource.self) { try move(rig.database.address, target, rig) }
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
      #expect(rig.database.address.moveRejection == nil)
    }
  }
}
