import Chronology
import Domain
import Testing

@testable import DomainModels

/// The effects of an edit of a library entry on the reads of the work.
struct LibraryEditTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let then = instant("2026-03-01T10:00:00Z")
  private static let work = Work(id: "w", title: "W", pageCount: 200)
  private static let calendar = LocalCalendar(zone: .utc)
  private static let wanted = LibraryRecord(entry: LibraryEntry(workId: "w", status: .wantToRead))

  private func edited(
    _ record: LibraryRecord, _ edit: LibraryEdit, at now: Instant = now, hasSessions: Bool = false
  ) throws -> LibraryRecord {
    try edit.outcome(
      for: record, work: Self.work, now: now, in: Self.calendar, newId: "n\(record.reads.count)"
    ) { _ in hasSessions }
  }

  private func patched(
    _ record: LibraryRecord, at now: Instant = now, hasSessions: Bool = false, _ change: (inout LibraryEdit) -> Void
  ) throws -> LibraryRecord {
    var edit = LibraryEdit()
    change(&edit)
    return try edited(record, edit, at: now, hasSessions: hasSessions)
  }

  private func put(
    _ status: ReadingStatus, page: Int? = nil, rating: Double? = nil, start: ReadDate? = nil, finish: ReadDate? = nil
  ) -> LibraryEdit {
    LibraryEdit(
      replacing: status, currentPage: page, rating: rating, start: DateEdit(start), finish: DateEdit(finish))
  }

  private func summary(_ record: LibraryRecord) -> LibraryEntry { record.summary(in: Self.calendar) }

  @Test("The first read begins with the values that the entry has kept")
  func firstRead() throws {
    var record = try patched(Self.wanted) {
      $0.rating = .set(3.25)
      $0.start = DateEdit(.date(.year(2024)))
    }
    #expect(record.reads.isEmpty && summary(record).rating == 3.25)
    record = try patched(record) { $0.status = .set(.reading) }
    #expect(record.reads.map(\.status) == [.reading])
    #expect(summary(record).rating == 3.25 && summary(record).startedOn == .year(2024))
    #expect(record.entry.rating == nil && record.entry.startedOn == nil)
  }

  @Test("Reading again keeps the finished read and its rating, and starts on page 0")
  func again() throws {
    var record = try edited(Self.wanted, put(.finished, page: 200, rating: 4, finish: .instant(Self.then)))
    let finished = record.reads[0]
    record = try patched(record) { $0.status = .set(.reading) }
    #expect(record.reads.count == 2 && record.reads[0] == finished)
    #expect(summary(record).status == .reading && summary(record).rating == nil && summary(record).currentPage == 0)
    #expect(summary(record).startedAt == nil)
    record = try patched(record) {
      $0.status = .set(.finished)
      $0.rating = .set(2)
    }
    #expect(
      record.reads[0] == finished && record.reads[1].finishedAt == Self.now && record.readCount(in: Self.calendar) == 2)
    #expect(summary(record).rating == 2)
  }

  @Test("Finishing ends the open read now or at the given finish")
  func finish() throws {
    let open = try edited(Self.wanted, put(.reading, start: .instant(Self.then)))
    #expect(summary(try patched(open) { $0.status = .set(.finished) }).finishedAt == Self.now)
    #expect(summary(try patched(open) { $0.status = .set(.abandoned) }).finishedAt == Self.now)
    let dated = try patched(open) {
      $0.status = .set(.finished)
      $0.finish = DateEdit(.date(.month(year: 2026, month: 5)))
    }
    #expect(summary(dated).finishedOn == .month(year: 2026, month: 5) && summary(dated).finishedAt == nil)
    #expect(summary(try patched(dated) { $0.rating = .set(5) }).finishedOn == .month(year: 2026, month: 5))
    #expect(summary(try patched(dated) { $0.finish.at = .cleared }).finishedAt == Self.now)
  }

  @Test("Without an open read, the latest one becomes finished or abandoned")
  func latest() throws {
    let finished = try edited(Self.wanted, put(.finished, finish: .instant(Self.then)))
    let abandoned = try patched(finished) { $0.status = .set(.abandoned) }
    #expect(abandoned.reads.count == 1 && summary(abandoned).status == .abandoned)
    #expect(summary(abandoned).finishedAt == Self.then)
    let back = try patched(abandoned) { $0.status = .set(.finished) }
    #expect(back.reads.count == 1 && summary(back).finishedAt == Self.now)
  }

  @Test("A work that is wanted again keeps its reads; an open read goes or is abandoned")
  func wanted() throws {
    let finished = try edited(Self.wanted, put(.finished, rating: 4, finish: .instant(Self.then)))
    let again = try edited(finished, put(.wantToRead))
    #expect(again.reads == finished.reads && summary(again).status == .wantToRead)
    #expect(summary(again).rating == 4 && summary(again).finishedAt == Self.then && again.entry.wantedAt == Self.now)
    let open = try patched(again) { $0.status = .set(.reading) }
    #expect(open.reads.count == 2)
    #expect(try patched(open) { $0.status = .set(.wantToRead) }.reads == finished.reads)
    let left = try patched(open, hasSessions: true) { $0.status = .set(.wantToRead) }
    #expect(left.reads.map(\.status) == [.finished, .abandoned] && left.reads[1].finishedAt == Self.now)
    // A closed read of a wanted work is a new one.
    #expect(try patched(again) { $0.status = .set(.finished) }.reads.count == 2)
  }

  @Test("Replacing an entry keeps the page and clears the rating and the start of its read")
  func replace() throws {
    let reading = try edited(Self.wanted, put(.reading, page: 44, rating: 4.5, start: .instant(Self.then)))
    let done = try edited(reading, put(.finished))
    #expect(summary(done).currentPage == 44 && summary(done).rating == nil && summary(done).startedAt == nil)
    #expect(summary(done).finishedAt == Self.now)
    #expect(summary(try edited(done, put(.finished), at: Self.now + 60)).finishedAt == Self.now)
  }

  @Test("An edit that changes nothing leaves the record equal")
  func nothing() throws {
    let record = try edited(Self.wanted, put(.reading, page: 12, rating: 3, start: .instant(Self.then)))
    #expect(try patched(record) { _ in } == record)
    #expect(try patched(record) { $0.status = .set(.reading) } == record)
    #expect(record.event(from: record, at: Self.now) == nil)
    #expect(try patched(record) { $0.rating = .set(-0.0) }.reads[0].rating?.sign == .plus)
  }

  @Test("Reports all violations together")
  func wrong() {
    var edit = LibraryEdit()
    edit.status = .cleared
    edit.currentPage = .set(201)
    edit.rating = .set(2.2)
    edit.start = DateEdit(at: .set(.latestText + 1))
    edit.finish = DateEdit(at: .set(Self.then), on: .set(.year(2026)))
    let rejection = #expect(throws: Rejection.self) { try edited(Self.wanted, edit) }
    #expect(
      rejection?.violations.map(\.field) == ["status", "currentPage", "rating", "startedAt", "finishedOn"])
    edit = LibraryEdit()
    edit.currentPage = .cleared
    #expect(throws: Rejection.self) { try edited(Self.wanted, edit) }
  }

  @Test(
    "A finish before the start is rejected as far as both are known",
    arguments: [
      ("2024-05-02", "2024-05-01", true), ("2024-05", "2024-04", true), ("2024", "2023-12-31", true),
      ("2024", "2024-01-01", false), ("2024-05-02", "2024-05", false), ("2024-05-02", "2024", false),
    ])
  func order(start: String, finish: String, isRejected: Bool) throws {
    let edit = put(.finished, start: .date(PartialDate(start)!), finish: .date(PartialDate(finish)!))
    if isRejected {
      let rejection = #expect(throws: Rejection.self) { try edited(Self.wanted, edit) }
      #expect(rejection?.violations.map(\.field) == ["finishedOn"])
    } else {
      #expect(try edited(Self.wanted, edit).reads.count == 1)
    }
  }
}
