import Chronology
import Domain
import Testing

@testable import DomainModels

/// Reads that follow from listening, and what they mean for the library entry.
struct ListenedReadsTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let calendar = LocalCalendar(zone: .utc)

  /// A listen-through of ten days that ends at 20:00 on this day.
  private func listened(_ end: String, rating: Double? = nil) -> Read {
    let endedAt = instant("\(end)T20:00:00Z")
    let last = ListeningPlace(startedAt: endedAt + -3_600, storyId: "s")
    let first = ListeningPlace(startedAt: endedAt + -10 * 86_400, storyId: "s")
    return Read(ListenThroughs.Finished(first: first, last: last, endedAt: endedAt), rating: rating)
  }

  private func following(
    _ listened: [Read], isLinked: Bool = true, _ old: LibraryRecord? = nil
  ) -> LibraryRecord? {
    LibraryRecord.following(listened, isLinked: isLinked, "w", replacing: old, in: Self.calendar)
  }

  private func written(
    _ status: ReadStatus = .finished, start: ReadDate? = nil, finish: ReadDate? = nil, createdAt: Instant? = Self.now
  ) -> Read {
    Read(id: "r", status: status, start: start, finish: finish, createdAt: createdAt, origin: .person)
  }

  private func day(_ text: String) -> ReadDate { .date(PartialDate(text)!) }

  @Test(
    "A listen-through that overlaps a written read is the same read",
    arguments: [
      // It ends on 10 March 2025 and starts on 28 February.
      (.finished, "2025-03-01", "2025-03-05", true), (.finished, "2025-03-11", "2025-03-20", false),
      (.finished, "2025-03-10", "2025-03-20", true), (.finished, "2025-01-01", "2025-02-27", false),
      (.abandoned, "2025-01-01", "2025-02-28", true), (.finished, nil, "2025-03-10", true),
      (.finished, nil, "2025-03-11", false), (.finished, nil, "2025-03", true), (.finished, nil, "2025-05", false),
      (.finished, nil, "2025", true), (.finished, nil, "2024", false), (.finished, nil, nil, false),
      (.finished, "2025-03-04", nil, true), (.finished, "2025-03-14", nil, false), (.reading, "2025-02-01", nil, true),
      (.reading, "2025-03-11", nil, false), (.reading, nil, nil, false),
    ] as [(ReadStatus, String?, String?, Bool)])
  func overlap(status: ReadStatus, start: String?, finish: String?, isSame: Bool) {
    let own = written(status, start: start.map(day), finish: finish.map(day))
    let record = LibraryRecord(
      entry: LibraryEntry(workId: "w", status: .wantToRead), reads: [own, listened("2025-03-10")])
    #expect(record.counted(in: Self.calendar).map(\.id) == (isSame ? ["r"] : ["r", listened("2025-03-10").id]))
  }

  @Test("A read without a start begins when it was created, at the latest at its finish")
  func created() {
    let finish = ReadDate.instant(instant("2025-06-01T12:00:00Z"))
    for (createdAt, isSame) in [("2025-03-01T00:00:00Z", true), ("2025-03-15T00:00:00Z", false)] {
      let own = written(finish: finish, createdAt: instant(createdAt))
      #expect([own, listened("2025-03-10")].counted(in: Self.calendar).count == (isSame ? 1 : 2))
    }
    let restored = written(.reading, createdAt: nil)
    #expect([restored, listened("2025-03-10")].counted(in: Self.calendar).count == 2)
  }

  @Test("A link adds a work to the library, and the last unlinking removes it unless a person has written to it")
  func links() throws {
    let linked = try #require(following([]))
    #expect(linked.entry.status == .wantToRead && linked.entry.isFromLink == true)
    #expect(following([], isLinked: false, linked) == nil && following([], isLinked: false) == nil)
    let heard = try #require(following([listened("2025-03-10")], linked))
    #expect(heard.summary(in: Self.calendar).status == .finished && heard.readCount(in: Self.calendar) == 1)
    #expect(following([listened("2025-03-10")]) == heard)
    #expect(following([], isLinked: false, heard) == nil)

    var edit = LibraryEdit()
    edit.currentPage = .set(4)
    let kept = try edit.outcome(for: heard, work: nil, now: Self.now, in: Self.calendar, newId: "n") { _ in false }
    let unlinked = try #require(following([], isLinked: false, kept))
    #expect(unlinked.summary(in: Self.calendar).status == .wantToRead && unlinked.all.isEmpty)
    #expect(following([listened("2025-03-10")], unlinked) == kept)
  }

  @Test("Listening that finishes after the work was wanted ends wantToRead, as long as it is there")
  func wanted() throws {
    var entry = LibraryEntry(workId: "w", status: .wantToRead)
    entry.wantedAt = instant("2025-03-05T00:00:00Z")
    let wanted = LibraryRecord(entry: entry)
    for (end, status) in [("2025-03-04", ReadingStatus.wantToRead), ("2025-03-06", .finished)] {
      let record = try #require(following([listened(end)], wanted))
      #expect(record.summary(in: Self.calendar).status == status)
      #expect(record.summary(in: Self.calendar).finishedAt == listened(end).finishedAt)
      #expect(following([], record) == wanted)
    }
  }

  @Test("Only the rating and the note of a listen-through can be changed")
  func edits() throws {
    let record = try #require(following([listened("2025-03-10")]))
    let id = listened("2025-03-10").id
    var edit = ReadEdit()
    (edit.rating, edit.note) = (.set(4.25), .set("Well read."))
    let rated = try edit.outcome(for: record, readId: id, now: Self.now, in: Self.calendar)
    #expect(rated.listened.map(\.rating) == [4.25] && rated.listened.map(\.note) == ["Well read."])
    #expect(rated.entry.isFromLink == true && rated.summary(in: Self.calendar).rating == 4.25)
    let others: [(inout ReadEdit) -> Void] = [
      { $0.status = .set(.finished) }, { $0.format = .set(.print) }, { $0.start.on = .set(.year(2025)) },
      { $0.finish.at = .cleared },
    ]
    for change in others {
      var edit = ReadEdit()
      change(&edit)
      #expect(throws: ReadRejection.followsFromListening) {
        try edit.outcome(for: record, readId: id, now: Self.now, in: Self.calendar)
      }
    }
    #expect(throws: ReadRejection.followsFromListening) {
      try record.removing(id, now: Self.now, in: Self.calendar)
    }
  }

  @Test("An entry whose latest read is a listen-through takes a rating, and begins the next read")
  func entry() throws {
    let record = try #require(following([listened("2025-03-10")]))
    func put(_ status: ReadingStatus, rating: Double? = nil, finish: ReadDate? = nil) throws -> LibraryRecord {
      let edit = LibraryEdit(
        replacing: status, currentPage: nil, rating: rating, start: DateEdit(), finish: DateEdit(finish))
      return try edit.outcome(for: record, work: nil, now: Self.now, in: Self.calendar, newId: "n") { _ in false }
    }
    let rated = try put(.finished, rating: 3.5)
    #expect(rated.reads.isEmpty && rated.listened.map(\.rating) == [3.5] && rated.entry.isFromLink == nil)
    let same = try put(.finished, rating: 3, finish: day("2025-03-10"))
    #expect(same.listened.map(\.rating) == [3] && same.reads.isEmpty)
    for rejected in [(ReadingStatus.abandoned, nil), (.finished, day("2025-03-11"))] as [(ReadingStatus, ReadDate?)] {
      #expect(throws: ReadRejection.followsFromListening) { try put(rejected.0, finish: rejected.1) }
    }
    let again = try put(.reading)
    #expect(again.reads.map(\.status) == [.reading] && again.summary(in: Self.calendar).status == .reading)
    #expect(again.counted(in: Self.calendar).count == 2)
    let wanted = try put(.wantToRead)
    #expect(wanted.summary(in: Self.calendar).status == .wantToRead && wanted.entry.wantedAt == Self.now)
    #expect(wanted.summary(in: Self.calendar).finishedAt == listened("2025-03-10").finishedAt)
  }

  @Test("Events contain listen-throughs, and lead to the same record")
  func events() throws {
    let first = try #require(following([listened("2025-03-10")]))
    let added = try #require(first.event(from: nil, at: Self.now))
    #expect(LibraryRecord.after(added, of: nil) == first)
    let second = try #require(following([listened("2025-02-10"), listened("2025-03-10")], first))
    let event = try #require(second.event(from: first, at: Self.now))
    #expect(event.reads?.compactMap(\.new?.id) == [listened("2025-02-10").id])
    #expect(LibraryRecord.after(event, of: first) == second)
    #expect(following([listened("2025-02-10"), listened("2025-03-10")], second) == second)
  }
}
