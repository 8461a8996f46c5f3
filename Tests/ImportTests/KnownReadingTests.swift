import Chronology
import Domain
import Testing

@testable import Import

@Suite("Existing reading sessions")
struct KnownReadingTests {
  private let now = Instant(seconds: 1_790_000_000)
  private let begin: Int64 = 1_600_000_000

  /// One page per minute.
  private func found(minutes: [Int]) throws -> Findings {
    let rows = minutes.map { "(1, \($0 + 1), \(begin + Int64($0) * 60), 60, 400)" }.joined(separator: ", ")
    return try Read.statistics(
      """
      CREATE TABLE book (id integer PRIMARY KEY, title text, authors text, pages integer, language text);
      CREATE TABLE page_stat_data (id_book integer, page integer, start_time integer, duration integer,
        total_pages integer);
      INSERT INTO book VALUES (1, 'Emma', 'Jane Austen', 400, 'en');
      INSERT INTO page_stat_data VALUES \(rows);
      """)
  }

  private func plan(_ minutes: [Int], known: [ReadingSession] = []) throws -> ImportPlan {
    var existing = ExistingData(works: [Work(id: "emma", title: "Emma", authors: ["Jane Austen"], pageCount: 400)])
    for session in known { existing.readings["emma", default: KnownReadings()].insert(session) }
    return ImportPlan(try found(minutes: minutes), existing: existing, now: now)
  }

  private func session(from: Int64, to end: Int64, pages: ClosedRange<Int>) -> ReadingSession {
    ReadingSession(
      workId: "emma", startedAt: Instant(seconds: begin + from * 60), endedAt: Instant(seconds: begin + end * 60),
      startPage: pages.lowerBound, endPage: pages.upperBound)
  }

  @Test("Extends a session that has grown, and the same file again changes nothing")
  func grown() throws {
    let first = try plan([0, 1, 2]).readings.map(\.value)
    #expect(first == [session(from: 0, to: 3, pages: 1...3)])
    let second = try plan([0, 1, 2, 3, 4], known: first)
    #expect(second.readings.map(\.value) == [session(from: 0, to: 5, pages: 1...5)])
    #expect(second.report.added == 0 && second.report.byKind["reading"]?.alreadyThere == 1)
    #expect(try plan([0, 1, 2, 3, 4], known: second.readings.map(\.value)).writeCount == 0)
    #expect(try plan([0, 1], known: first).writeCount == 0)
  }

  @Test("Keeps a session that the user has corrected, even if the file has grown")
  func corrected() throws {
    let wrong: [ReadingSession] = [
      session(from: 0, to: 2, pages: 1...3), session(from: 0, to: 3, pages: 1...2),
      session(from: 0, to: 9, pages: 1...3), session(from: 0, to: 3, pages: 2...3),
    ]
    for own in wrong {
      for minutes in [[0, 1, 2], [0, 1, 2, 3, 4]] {
        let again = try plan(minutes, known: [own])
        #expect(again.writeCount == 0 && again.report.byKind["reading"]?.alreadyThere == 1)
      }
    }
  }

  @Test("Adds earlier and later pages without counting a minute twice")
  func earlier() throws {
    let known = session(from: 6, to: 20, pages: 7...20)
    let made = try plan(Array(0..<4) + Array(6..<20), known: [known])
    #expect(made.readings.map(\.value) == [session(from: 0, to: 4, pages: 1...4)])
    #expect(made.report.added == 1 && made.report.byKind["reading"]?.alreadyThere == 1)
    #expect(try plan(Array(0..<4) + Array(6..<20), known: [known] + made.readings.map(\.value)).writeCount == 0)
    // Timed here from the middle of a minute: the file's pages in between are part of that session.
    var timed = session(from: 6, to: 9, pages: 7...9)
    timed.startedAt = Instant(seconds: begin + 330)
    let around = try plan(Array(0..<12), known: [timed]).readings.map(\.value)
    #expect(around.map(\.endedAt) == [timed.startedAt, Instant(seconds: begin + 720)])
    #expect(around.map(\.startedAt.seconds) == [begin, begin + 540])
  }

  @Test("A part of a file adds nothing after the whole file")
  func partAfterwards() throws {
    let whole = try plan(Array(0..<20)).readings.map(\.value)
    let later = try plan(Array(6..<20), known: whole)
    #expect(later.writeCount == 0 && later.report.byKind["reading"]?.alreadyThere == 1)
  }
}
