import Chronology
import Domain
import Testing

@testable import DomainModels

struct ReadingRulesTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let work = Work(id: "w", title: "W", pageCount: 200)

  private func report(
    _ start: String = "2026-11-20T09:00:00Z", _ end: String = "2026-11-20T09:30:00Z", from: Int = 1, to: Int = 20
  ) -> ReadingSession {
    ReadingSession(workId: "w", startedAt: instant(start), endedAt: instant(end), startPage: from, endPage: to)
  }

  private func fields(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch {
      return (error as? Rejection)?.violations.map(\.field) ?? ["another error"]
    }
  }

  @Test(
    "Checks the time, pages and work of a report",
    arguments: [
      ("2026-11-20T09:00:00Z", "2026-11-20T08:59:59Z", 1, 2, ["endedAt"]),
      ("2026-11-19T09:00:00Z", "2026-11-20T09:00:01Z", 1, 2, ["endedAt"]),
      ("2026-11-19T09:00:00Z", "2026-11-20T09:00:00Z", 1, 2, []),
      ("2026-11-20T09:30:00Z", "2026-11-20T10:05:00Z", 1, 2, []),
      ("2026-11-20T09:30:00Z", "2026-11-20T10:05:01Z", 1, 2, ["endedAt"]),
      ("1999-12-31T23:59:59Z", "2000-01-01T00:10:00Z", 1, 2, ["startedAt"]),
      ("2026-11-20T09:00:00Z", "2026-11-20T09:30:00Z", -1, 201, ["startPage", "endPage"]),
      ("2026-11-20T09:00:00Z", "2026-11-20T09:30:00Z", 200, 0, []),
    ])
  func limits(start: String, end: String, from: Int, to: Int, wrong: [String]) {
    let found = fields {
      _ = try ReadingRules.outcome(
        of: report(start, end, from: from, to: to), work: Self.work, known: nil, now: Self.now)
    }
    #expect(found == wrong)
  }

  @Test("Without a page count pages go up to 100,000; without a work the report is rejected")
  func workless() {
    let endless = Work(id: "w", title: "W")
    #expect(
      fields { _ = try ReadingRules.outcome(of: report(to: 100_000), work: endless, known: nil, now: Self.now) } == [])
    #expect(
      fields { _ = try ReadingRules.outcome(of: report(to: 100_001), work: endless, known: nil, now: Self.now) }
        == ["endPage"])
    #expect(
      fields { _ = try ReadingRules.outcome(of: report(), work: nil, known: report(), now: Self.now) } == ["workId"])
  }

  @Test("A later end extends the session; the same or an earlier end changes nothing")
  func sameSession() throws {
    let known = report()
    let longer = report("2026-11-20T09:00:00Z", "2026-11-20T09:40:00Z", to: 30)
    #expect(
      try ReadingRules.outcome(of: longer, work: Self.work, known: known, now: Self.now)
        == .changed(from: known, to: longer))
    let shorter = report("2026-11-20T09:00:00Z", "2026-11-20T09:20:00Z", to: 5)
    #expect(
      try ReadingRules.outcome(of: shorter, work: Self.work, known: known, now: Self.now) == .unchanged(known))
  }

  @Test("Stopping a timer of more than a day requires an end")
  func longTimer() throws {
    let timer = ReadingTimer(workId: "w", startedAt: instant("2026-11-19T09:59:59Z"), startPage: 5)
    #expect(
      fields { _ = try ReadingRules.session(of: timer, endPage: 9, endedAt: nil, work: Self.work, now: Self.now) }
        == ["endedAt"])
    let ended = instant("2026-11-19T11:00:00Z")
    let session = try ReadingRules.session(of: timer, endPage: 9, endedAt: ended, work: Self.work, now: Self.now)
    #expect(session.endedAt == ended && session.durationMinutes == 60 && session.startPage == 5)
  }

  @Test("A timer starts now and is joined with a session of the same start")
  func joining() throws {
    let entry = LibraryEntry(workId: "w", status: .reading, currentPage: 7)
    let timer = try ReadingRules.timer(on: "w", startPage: nil, work: Self.work, entry: entry, now: Self.now)
    #expect(timer.startedAt == Self.now && timer.startPage == 7)
    let session = try ReadingRules.session(of: timer, endPage: 9, endedAt: nil, work: Self.work, now: Self.now)
    #expect(session.endedAt == timer.startedAt)
    #expect(ReadingRules.outcome(of: session, joining: nil) == .recorded(session))
    var known = session
    (known.startPage, known.endPage) = (3, 7)
    var joined = session
    joined.startPage = 3
    #expect(ReadingRules.outcome(of: session, joining: known) == .changed(from: known, to: joined))
    #expect(ReadingRules.outcome(of: joined, joining: joined) == .unchanged(joined))
    known.endedAt = known.endedAt + 60
    #expect(ReadingRules.outcome(of: session, joining: known) == .unchanged(known))
  }

  @Test("Pace is pages per hour, and nil for less than a minute")
  func pace() {
    #expect(report("2026-11-20T09:00:00Z", "2026-11-20T09:00:59Z").readingPace == nil)
    #expect(report("2026-11-20T09:00:00Z", "2026-11-20T09:30:59Z", from: 10, to: 25).readingPace == 30)
    #expect(report(from: 25, to: 10).pagesRead == 0)
  }
}
