import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Account deletion on two hosts", .enabled(if: SessionRig.isOverServer, "requires WAYMARK_TESTS_OVER=postgresql"))
struct SharedErasuresTests {
  private let first: SessionRig
  private let second: SessionRig

  init() throws {
    first = try SessionRig()
    second = try SessionRig(sharing: first)
  }

  private func handlers(_ rig: SessionRig, hold: Int) -> SessionHandlers {
    SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log,
      erasures: Erasures(holdMilliseconds: hold), now: rig.handlers.now)
  }

  private func views(of handlers: SessionHandlers) -> [Task<Void, any Error>] {
    SessionAPI.WaitForErasures.views.map { view in
      Task {
        var erased: [[UInt8]] = []
        while true {
          let call = SessionAPI.WaitForErasures(view: view, erased: erased)
          erased = try await handlers.waitForErasures(call, CallerContext(user: nil)).erasures.map(\.id)
        }
      }
    }
  }

  @Test("The other host rejects the user, erases its views, and admits the user when the name is gone")
  func otherHost() async throws {
    let ada = try await first.begin()
    let (here, there) = (handlers(first, hold: 60_000), handlers(second, hold: 60_000))
    let waits = views(of: here)
    _ = try await here.deleteAccount(.init(), ada)
    // The other host has not polled yet, so the database rejects its write.
    #expect(await fault { _ = try await there.saveHero(.init(id: "late", name: "L"), ada) }?.code == .unauthenticated)
    #expect(await fault { _ = try await there.openAccount(.init(), ada) }?.code == .unauthenticated)
    try await there.applyErasures()
    #expect(await fault { _ = try await there.fetchProfile(.init(), ada) }?.code == .unauthenticated)
    for view in SessionAPI.WaitForErasures.views {
      let offered = try await there.waitForErasures(.init(view: view), CallerContext(user: nil)).erasures
      #expect(offered.count == 1)
      #expect(offered.allSatisfy { ErasureMark.digest(of: "ada", $0.id) == $0.digest })
    }
    // Neither host removes the name early; then either may.
    try await here.applyErasures()
    #expect(try await first.database.read { try ErasureStore.users($0) } == ["ada"])
    let marks = try await first.database.read { try ErasureStore.marks(since: 0, $0) }
    let due = here.erasures.update(from: marks, now: .max / 2)
    #expect(due.map(\.user) == ["ada"])
    let isLast = try await first.database.write {
      try ErasureStore.deleteSlice(of: "ada", due[0].erasure, rows: 500, $0)
    }
    #expect(isLast)
    try await there.applyErasures()
    _ = try await there.saveHero(.init(id: "new", name: "N"), ada)
    #expect(try await second.head().seq == 2)
    // A late slice of the old deletion does not affect the new account.
    let isOver = try await second.database.write {
      try ErasureStore.deleteSlice(of: "ada", due[0].erasure, rows: 500, $0)
    }
    #expect(isOver)
    #expect(try await second.head().seq == 2)
    for wait in waits { wait.cancel() }
  }

  @Test("Another host finishes the deletion of a stopped host")
  func takenOver() async throws {
    let ada = try await first.begin()
    let id = ErasureMark.makeID(second: first.clock.now.seconds)
    let erasure = SessionAPI.Erasure(id: id, digest: ErasureMark.digest(of: "ada", id))
    try await first.database.write { [first] in
      try ErasureStore.begin(erasure, of: "ada", at: first.clock.now, $0)
    }
    let there = handlers(second, hold: 0)
    try await there.applyErasures()
    #expect(await fault { _ = try await there.saveHero(.init(id: "late", name: "L"), ada) }?.code == .unauthenticated)
    let marks = try await second.database.read { try ErasureStore.marks(since: 0, $0) }
    #expect(there.erasures.update(from: marks, now: Int.max / 2).map(\.user) == ["ada"])
    #expect(there.erasures.update(from: marks, now: 0).isEmpty)
  }

  @Test("Concurrent creation and deletion on two hosts leaves no partial user")
  func atTheSameTime() async throws {
    let (here, there) = (handlers(first, hold: 0), handlers(second, hold: 0))
    let waits = views(of: here) + views(of: there)
    for number in 0..<20 {
      let caller = CallerContext(user: "user-\(number)")
      async let deleted = here.deleteAccount(.init(), caller)
      _ = await fault { _ = try await there.saveHero(.init(id: "mia", name: "Mia"), caller) }
      _ = try await deleted
      let found = try await JournalAudit(database: first.database).verify(caller.user ?? "")
      #expect(found == nil || found?.findings == [])
    }
    let findings = try await JournalAudit(database: first.database).findingsOfAll(now: first.clock.now)
    #expect((findings.engine + findings.journal + findings.rows + findings.form).isEmpty)
    for wait in waits { wait.cancel() }
  }

  @Test("An applied record is not offered again and is removed when it is old")
  func metOnce() async throws {
    let ada = try await first.begin()
    let here = handlers(first, hold: 0)
    let waits = views(of: here)
    _ = try await here.deleteAccount(.init(), ada)
    let marks = try await first.database.read { try ErasureStore.marks(since: 0, $0) }
    #expect(marks.count == 1 && marks[0].user == nil)
    try await here.applyErasures()
    #expect(here.erasures.withTraces.isEmpty)
    #expect(here.erasures.confirm(marks.map(\.erasure.id), by: "stats").isEmpty)
    #expect(here.erasures.progress.value == first.clock.now.seconds)
    try await here.purgeErasures()
    #expect(try await first.database.read { try ErasureStore.all($0) }.count == 1)
    first.clock.now = first.clock.now + SessionLimits.erasureMarkSeconds + 60
    try await here.purgeErasures()
    #expect(try await first.database.read { try ErasureStore.all($0) }.isEmpty)
    for wait in waits { wait.cancel() }
  }
}
