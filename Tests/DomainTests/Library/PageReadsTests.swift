import Chronology
import Domain
import Testing

@testable import DomainModels

struct PageReadsTests {
  private static let now = instant("2026-11-20T10:00:00Z")

  /// Sessions of an hour on consecutive days.
  private func sessions(_ pages: [ClosedRange<Int>]) -> [ReadingSession] {
    pages.enumerated().map { day, pages in
      let start = instant("2026-01-01T20:00:00Z") + Int64(day) * 86_400
      return ReadingSession(
        workId: "w", startedAt: start, endedAt: start + 3_600, startPage: pages.lowerBound, endPage: pages.upperBound)
    }
  }

  private func record(
    _ pages: [ClosedRange<Int>], pageCount: Int? = 100, replacing old: LibraryRecord? = nil
  ) -> LibraryRecord? {
    var count = old?.reads.count ?? 0
    return PageReads.record(
      of: "w", sessions: sessions(pages), pageCount: pageCount, replacing: old, now: Self.now
    ) {
      count += 1
      return "r\(count)"
    }
  }

  @Test("A read finishes on the last two percent, and a session in the first half begins the next one")
  func spans() throws {
    let all = sessions([1...50, 50...97, 97...98, 98...100, 50...60, 60...99])
    let found = try #require(record([1...50, 50...97, 97...98, 98...100, 50...60, 60...99]))
    #expect(found.reads.map(\.status) == [.finished, .finished] && found.entry.status == .finished)
    #expect(found.reads.map(\.startedAt) == [all[0].startedAt, all[4].startedAt])
    #expect(found.reads.map(\.finishedAt) == [all[2].endedAt, all[5].endedAt])
    #expect(found.entry.currentPage == 99)
    #expect(record([51...99, 51...60])?.reads.count == 1)
    #expect(record([1...97])?.entry.status == .reading)
  }

  @Test("Without a page count a read does not finish, and sessions without pages do not make a read")
  func unknown() {
    #expect(record([1...500], pageCount: nil)?.reads.map(\.status) == [.reading])
    #expect(record([0...0]) == nil)
  }

  @Test("New sessions continue the reads, until a person changes the entry")
  func follow() throws {
    let first = try #require(record([1...50]))
    let second = try #require(record([1...50, 50...99], replacing: first))
    #expect(second.reads.map(\.id) == ["r1"] && second.readCount(in: LocalCalendar(zone: .utc)) == 1)
    #expect(record([1...50, 50...99], replacing: second) == second)
    var edit = LibraryEdit()
    edit.rating = .set(4)
    let rated = try edit.outcome(
      for: second, work: nil, now: Self.now, in: LocalCalendar(zone: .utc), newId: "x"
    ) { _ in true }
    #expect(record([1...50, 50...99, 1...99], replacing: rated) == nil)
    let wanted = LibraryRecord(entry: LibraryEntry(workId: "w", status: .wantToRead))
    #expect(record([1...50], replacing: wanted) == nil)
  }
}
