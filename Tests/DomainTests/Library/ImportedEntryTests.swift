import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

struct ImportedEntryTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let calendar = LocalCalendar(zone: .utc)

  private func read(
    _ finish: String? = nil, start: String? = nil, rating: Double? = nil, review: String? = nil
  ) -> ImportedRead {
    ImportedRead(
      status: .finished, start: start.flatMap(PartialDate.init).map { .date($0) },
      finish: finish.flatMap(PartialDate.init).map { .date($0) }, rating: rating,
      review: review.flatMap(ReadReview.init))
  }

  private func entry(_ reads: [ImportedRead], rating: Double? = nil, madeUp: Instant? = nil) -> ImportedEntry {
    ImportedEntry(workId: "w", status: .finished, rating: rating, reads: reads, madeUpFinish: madeUp)
  }

  private func imported(_ entry: ImportedEntry, into record: LibraryRecord? = nil) throws -> LibraryRecord {
    var count = record?.reads.count ?? 0
    return try entry.outcome(for: record, work: nil, now: Self.now, in: Self.calendar) {
      count += 1
      return "r\(count)"
    }
  }

  private func finishes(_ record: LibraryRecord) -> [String?] { record.reads.map { $0.finishedOn?.description } }

  @Test("Importing any list again changes nothing", arguments: 1...80)
  func again(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let dates = [nil, "2024", "2024-05", "2024-05-17", "2025", "2025-01-02", nil]
    let reads = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      read(
        dates.randomElement(using: &random)!, start: dates.randomElement(using: &random)!,
        review: [nil, "One.", "Two."].randomElement(using: &random)!)
    }
    let list = entry(reads, rating: [nil, 4.25].randomElement(using: &random)!)
    let once = try imported(list)
    #expect(once.reads.count == reads.count)
    #expect(try imported(list, into: once) == once, "seed \(seed)")
  }

  @Test("A more precise date refines an imported read, and a less precise one changes nothing")
  func refine() throws {
    let year = try imported(entry([read("2024")]))
    #expect(finishes(try imported(entry([read("2024-05-17")]), into: year)) == ["2024-05-17"])
    let day = try imported(entry([read("2024-05-17")]))
    #expect(try imported(entry([read("2024")]), into: day) == day)
    #expect(finishes(try imported(entry([read("2025")]), into: day)) == ["2024-05-17", "2025"])
    let unknown = try imported(entry([read()]))
    #expect(finishes(try imported(entry([read("2024-05")]), into: unknown)) == ["2024-05"])
  }

  @Test("A read that a person wrote never changes, and no second one is added for the same finish")
  func person() throws {
    var edit = ReadEdit()
    edit.status = .set(.finished)
    edit.finish = DateEdit(.date(.year(2024)))
    let own = try edit.added(to: nil, of: "w", id: "own", now: Self.now, in: Self.calendar)
    #expect(try imported(entry([read("2024-05-17", rating: 3)]), into: own) == own)
    edit.finish = DateEdit()
    let rated = try edit.added(to: nil, of: "w", id: "own", now: Self.now, in: Self.calendar)
    #expect(try imported(entry([read("2024-05-17")]), into: rated) == rated)
    #expect(try imported(entry([read("2024-05-17"), read()]), into: rated).reads.count == 2)
  }

  @Test("A finish that an earlier version made up becomes unknown, unless a person changed it")
  func madeUp() throws {
    let added = instant("2024-02-01T00:00:00Z")
    let old = EntrySaved(entry: LibraryEntry(workId: "w", status: .finished, finishedAt: added))
    let record = LibraryRecord.after(old, of: nil)
    let list = entry([read()], madeUp: added)
    let fixed = try imported(list, into: record)
    #expect(fixed.reads.map(\.finish) == [nil] && fixed.readCount(in: Self.calendar) == 1)
    #expect(try imported(list, into: fixed) == fixed)
    let other = EntrySaved(entry: LibraryEntry(workId: "w", status: .finished, finishedAt: added + 60))
    let changed = LibraryRecord.after(other, of: nil)
    #expect(try imported(list, into: changed) == changed)
  }

  @Test("The rating belongs to the latest read, and the status is that of the list")
  func values() throws {
    let record = try imported(entry([read("2023"), read("2024")], rating: 4.75))
    #expect(record.reads.map(\.rating) == [nil, 4.75])
    let wanted = try imported(ImportedEntry(workId: "w", status: .wantToRead, rating: 3))
    #expect(wanted.entry.rating == 3 && wanted.reads.isEmpty && wanted.entry.status == .wantToRead)
    let done = try imported(entry([read("2024")]), into: wanted)
    #expect(done.entry.status == .finished && done.reads.count == 1)
  }

  @Test("An older list does not open a finished book again")
  func older() throws {
    let finished = try imported(entry([read("2024")]))
    let open = ImportedEntry(workId: "w", status: .reading, reads: [ImportedRead(status: .reading)])
    #expect(try imported(open, into: finished) == finished)
    #expect(try imported(open).open != nil)
  }
}
