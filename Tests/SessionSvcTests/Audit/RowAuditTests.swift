import API
import Chronology
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Row audit")
struct RowAuditTests {
  /// Creates a user with rows in every table.
  private func history() async throws -> SessionRig {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let handlers = rig.handlers
    let start = rig.clock.now + -7_200
    _ = try await handlers.saveProfile(.init(timezone: "Europe/Berlin", displayName: .set("Ada")), ada)
    _ = try await handlers.saveProfile(.init(dayStart: 4), ada)
    _ = try await handlers.favoriteStory(.init(id: "moon"), ada)
    _ = try await handlers.recordListening(
      .init(storyId: "moon", startedAt: start, endedAt: start + 600, completed: true, duration: 5_000), ada)
    _ = try await handlers.saveGoal(.init(type: "annualReading", target: 24), ada)
    var work = Work(id: "w", title: "W", pageCount: 300)
    work.identifiers.goodreads = "5"
    _ = try await handlers.saveWork(.init(work), ada)
    _ = try await handlers.saveEntry(.init(workId: "w", status: .reading), ada)
    let session = ReadingSession(workId: "w", startedAt: start, endedAt: start + 600, startPage: 1, endPage: 30)
    _ = try await handlers.recordReading(.init(session), ada)
    _ = try await handlers.startTimer(.init(workId: "w"), ada)
    rig.clock.now = rig.clock.now + 900
    _ = try await handlers.stopTimer(.init(endPage: 60), ada)
    _ = try await handlers.startTimer(.init(workId: "w"), ada)
    _ = try await handlers.createShare(.init(picture: .radar), ada)
    return rig
  }

  private func findings(_ rig: SessionRig) async throws -> [String] {
    let audit = JournalAudit(database: rig.database)
    let all = try await audit.findingsOfAll(now: rig.clock.now)
    var found = all.engine + all.journal + all.rows + all.form
    if let user = try await audit.findings(of: "ada", now: rig.clock.now) { found += user.journal + user.rows }
    return found
  }

  static let changes: [SQL] = [
    "UPDATE users SET display_name = 'Eve'", "UPDATE users SET timezone = 'Europe/Paris'",
    "UPDATE users SET settings = NULL", "UPDATE goals SET history = NULL", "UPDATE users SET day_start = 3",
    "UPDATE users SET rest_days = 2", "UPDATE users SET hero_count = 7",
    "UPDATE users SET created_at = created_at + 1", "UPDATE heroes SET name = 'Mia '",
    "UPDATE stories SET estimated_duration = 601", "UPDATE stories SET is_favorite = 0",
    "UPDATE stories SET hero_id = NULL", "UPDATE sessions SET duration = duration + 0.5",
    "UPDATE sessions SET completed = 0", "UPDATE sessions SET given = NULL", "DELETE FROM sessions",
    "UPDATE anomalies SET stored = 1", "DELETE FROM anomalies", "UPDATE anomalies SET recorded_at = recorded_at + 1",
    "UPDATE works SET page_count = 301", "UPDATE works SET title = 'V'", "UPDATE works SET identifiers = NULL",
    "UPDATE library SET current_page = 31",
    "UPDATE library SET status = 'finished'", "UPDATE readings SET end_page = end_page + 1",
    "UPDATE readings SET prompt_shown = 1 - prompt_shown", "UPDATE reading_totals SET pages = pages - 1",
    "DELETE FROM timers", "UPDATE timers SET start_page = start_page + 1", "UPDATE goals SET target = 13",
    "UPDATE shares SET theme = 'dark'", "UPDATE shares SET expires_at = 1", "DELETE FROM shares",
    "UPDATE diversity_versions SET version = version + 1",
    "INSERT INTO heroes (user_id, id, name) VALUES ('ada', 'eve', 'Eve')",
  ]

  @Test("The rows of commands match the journal")
  func inOrder() async throws {
    let rig = try await history()
    #expect(try await findings(rig) == [])
  }

  @Test("Finds and rebuilds a row that differs", arguments: 0..<changes.count)
  func changed(number: Int) async throws {
    let rig = try await history()
    let change = Self.changes[number]
    try await rig.database.write { try $0.run(change) }
    #expect(try await !findings(rig).isEmpty, "\(change)")
    _ = try await JournalAudit(database: rig.database).repair("ada", now: rig.clock.now)
    #expect(try await findings(rig) == [], "\(change)")
    let before = try await rig.head()
    _ = try await rig.handlers.saveHero(.init(id: "zoe", name: "Zoe"), CallerContext(user: "ada"))
    #expect(try await rig.head().seq == before.seq + 1)
  }

  @Test("Finds journals and rows without a user")
  func orphans() async throws {
    let rig = try await history()
    try await rig.database.write { try $0.run("DELETE FROM users") }
    let found = try await findings(rig)
    #expect(found.contains("the journal of ada belongs to no existing user"))
    #expect(found.contains { $0.hasPrefix("sessions: rows of ada") })
  }

  @Test("Repair restores rows that belong to another or no user")
  func wrongNames() async throws {
    let rig = try await history()
    let eve = CallerContext(user: "eve")
    _ = try await rig.handlers.saveHero(.init(id: "zoe", name: "Zoe"), eve)
    _ = try await rig.handlers.createShare(.init(picture: .radar), eve)
    try await rig.database.write { transaction in
      try transaction.run("UPDATE shares SET user_id = CASE user_id WHEN 'ada' THEN 'eve' ELSE 'ada' END")
      try transaction.run("UPDATE heroes SET user_id = 'nobody' WHERE user_id = 'eve'")
    }
    let audit = JournalAudit(database: rig.database)
    #expect(try await findings(rig).contains("heroes: rows of nobody, who does not exist"))
    #expect(try await audit.removeOrphans() == 1)
    for user in ["ada", "eve"] { _ = try await audit.repair(user, now: rig.clock.now) }
    #expect(try await findings(rig) == [])
    #expect(try await audit.findings(of: "eve", now: rig.clock.now)?.rows == [])
  }

  @Test("Reports a missing table", .enabled(if: !SessionRig.isOverServer, SessionRig.ofFiles))
  func lostTable() async throws {
    let rig = try await history()
    try await rig.database.write { try $0.run("DROP TABLE heroes") }
    let found = try await JournalAudit(database: rig.database).findingsOfAll(now: rig.clock.now)
    #expect(!found.isReadable)
    #expect(found.engine.contains { $0.contains("table heroes") }, "\(found.engine)")
  }

  @Test("Reports a damaged journal and does not rebuild its rows")
  func brokenJournal() async throws {
    let rig = try await history()
    try await rig.database.write { transaction in
      try transaction.run("UPDATE journal SET checksum = checksum + 1 WHERE seq = 3")
      try transaction.run("UPDATE heroes SET name = 'Eve'")
    }
    #expect(try await findings(rig).contains { $0.contains("event 3 has the wrong checksum") })
    await #expect(throws: RepairError.self) {
      try await JournalAudit(database: rig.database).repair("ada", now: rig.clock.now)
    }
    let hero = try await rig.handlers.fetchHero(.init(id: "mia"), CallerContext(user: "ada"))
    #expect(hero.name == "Eve")
  }

  @Test("Finds an event with a recording time that cannot be written as a date")
  func times() async throws {
    let rig = try await history()
    try await rig.database.write { try $0.run("UPDATE journal SET recorded_at = recorded_at + 858993459200") }
    #expect(try await findings(rig).contains { $0.contains("impossible recording time") })
  }

  @Test(
    "Data written under a wrong clock causes a warning and no damage, even after the clock was corrected",
    arguments: ["1969-12-31T23:00:00Z", "1999-12-30T00:00:00Z", "2031-01-01T00:00:00Z"])
  func wrongClock(time: String) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let right = rig.clock.now
    let tokens = Tokens(database: rig.database)
    rig.clock.now = at(time)
    let made = try await tokens.create(user: "ada", now: rig.clock.now)
    _ = try await rig.handlers.createShare(
      .init(picture: .radar), CallerContext(user: "ada", key: "k", digest: Array(repeating: 0, count: 32)))
    _ = try await tokens.createCode(user: "ada", now: rig.clock.now)
    rig.clock.now = right
    _ = try await rig.handlers.saveHero(.init(id: "zoe", name: "Zoe"), ada)
    _ = try await tokens.revoke(id: made.stored.id, now: right)
    #expect(try await findings(rig) == [])
    let audit = JournalAudit(database: rig.database)
    let own = try await audit.findings(of: "ada", now: right)?.clock ?? []
    #expect(own.count == 1 && own[0].contains("implausible recording time"), "\(own)")
    let others = try await audit.findingsOfAll(now: right).clock
    #expect(others.contains { $0.hasPrefix("a sign-in code") } && others.contains { $0.hasPrefix("a kept response") })
    _ = try await audit.repair("ada", now: right)
  }

  @Test("Finds a changed token", arguments: ["scopes = 'all'", "id = 'a'", "user_id = ''"])
  func tokens(change: String) async throws {
    let rig = try await history()
    _ = try await Tokens(database: rig.database).create(user: "ada", now: rig.clock.now)
    #expect(try await findings(rig) == [])
    try await rig.database.write { transaction in
      switch change.first {
      case "s": try transaction.run("UPDATE tokens SET scopes = 'all'")
      case "i": try transaction.run("UPDATE tokens SET id = 'a'")
      default: try transaction.run("UPDATE tokens SET user_id = ''")
      }
    }
    #expect(try await findings(rig).count == 1)
  }
}
