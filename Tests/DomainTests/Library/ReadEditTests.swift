import Chronology
import Domain
import Testing

@testable import DomainModels

struct ReadEditTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let calendar = LocalCalendar(zone: .utc)

  private func added(
    _ record: LibraryRecord?, _ id: String, _ status: ReadStatus, finish: ReadDate? = nil, rating: Double? = nil
  ) throws -> LibraryRecord {
    var edit = ReadEdit()
    edit.status = .set(status)
    edit.finish = DateEdit(finish)
    if let rating { edit.rating = .set(rating) }
    return try edit.added(to: record, of: "w", id: id, now: Self.now, in: Self.calendar)
  }

  private func edited(
    _ record: LibraryRecord, _ id: String, _ change: (inout ReadEdit) -> Void
  ) throws -> LibraryRecord {
    var edit = ReadEdit()
    change(&edit)
    return try edit.outcome(for: record, readId: id, now: Self.now, in: Self.calendar)
  }

  private func status(_ record: LibraryRecord) -> ReadingStatus { record.summary(in: Self.calendar).status }

  @Test("The latest read gives the entry its status; an earlier one does not")
  func latest() throws {
    var record = try added(nil, "b", .finished, finish: .date(.year(2025)))
    #expect(status(record) == .finished && record.entry.workId == "w")
    record = try added(record, "a", .abandoned, finish: .date(.year(2024)))
    #expect(status(record) == .finished)
    record = try added(record, "c", .reading)
    #expect(status(record) == .reading)
    record = try record.removing("c", now: Self.now, in: Self.calendar)
    #expect(status(record) == .finished)
    for id in ["a", "b"] { record = try record.removing(id, now: Self.now, in: Self.calendar) }
    #expect(status(record) == .wantToRead && record.entry.wantedAt == Self.now)
  }

  @Test("A finished read without dates has an unknown finish, and comes first")
  func unknown() throws {
    var record = try added(nil, "a", .finished, finish: .instant(Self.now))
    record = try added(record, "b", .finished, rating: 0.25)
    #expect(record.reads[1].finish == nil)
    #expect(record.reads.ordered(in: Self.calendar).map(\.id) == ["b", "a"])
  }

  @Test("A second open read is rejected, and an open read has no finish")
  func open() throws {
    let record = try added(nil, "a", .reading)
    #expect(throws: ReadRejection.secondOpenRead) { try added(record, "b", .reading) }
    let finished = try added(record, "b", .finished)
    #expect(throws: ReadRejection.secondOpenRead) { try edited(finished, "b") { $0.status = .set(.reading) } }
    #expect(throws: ReadRejection.self) { try edited(record, "a") { $0.finish = DateEdit(.date(.year(2024))) } }
    #expect(throws: ReadRejection.self) { try added(nil, "a", .reading, finish: .instant(Self.now)) }
  }

  @Test("A finish that a client has written to the entry of an open read prevents no other change of the read")
  func openWithFinish() throws {
    var record = try added(nil, "a", .reading)
    record.reads[0].finish = .date(.year(2020))
    #expect(try edited(record, "a") { $0.note = .set("Slow.") }.reads[0].note == "Slow.")
    let started = try edited(record, "a") { $0.start = DateEdit(.date(.year(2024))) }
    #expect(started.reads[0].startedOn == .year(2024) && started.reads[0].finishedOn == .year(2020))
    #expect(try edited(record, "a") { $0.finish.on = .cleared }.reads[0].finish == nil)
    #expect(throws: ReadRejection.self) { try edited(record, "a") { $0.finish = DateEdit(.date(.year(2021))) } }
    #expect(try edited(record, "a") { $0.status = .set(.finished) }.reads[0].finishedAt == Self.now)
  }

  @Test("Closing an open read ends it now, at the given date, or at an unknown one")
  func close() throws {
    let open = try added(nil, "a", .reading)
    #expect(try edited(open, "a") { $0.status = .set(.finished) }.reads[0].finishedAt == Self.now)
    let dated = try edited(open, "a") {
      $0.status = .set(.finished)
      $0.finish = DateEdit(.date(.year(2020)))
    }
    #expect(dated.reads[0].finishedOn == .year(2020) && status(dated) == .finished)
    let unknown = try edited(open, "a") {
      $0.status = .set(.finished)
      $0.finish.on = .cleared
    }
    #expect(unknown.reads[0].finish == nil)
    #expect(try edited(dated, "a") { $0.status = .set(.reading) }.reads[0].finish == nil)
  }

  @Test("At most 500 reads")
  func most() throws {
    var record = try added(nil, "r0", .finished)
    for number in 1..<LibraryRules.mostReads { record = try added(record, "r\(number)", .finished) }
    #expect(throws: ReadRejection.self) { try added(record, "more", .finished) }
  }

  @Test("The event of a change leads from the old record to the new one")
  func events() throws {
    let old = try added(try added(nil, "a", .finished), "b", .reading)
    var new = try edited(old, "b") { $0.status = .set(.abandoned) }
    new = try new.removing("a", now: Self.now, in: Self.calendar)
    let event = try #require(new.event(from: old, at: Self.now))
    #expect(LibraryRecord.after(event, of: old) == new)
    #expect(event.reads?.count == 2)
    let first = try #require(old.event(from: nil, at: Self.now))
    #expect(LibraryRecord.after(first, of: nil) == old)
  }
}
