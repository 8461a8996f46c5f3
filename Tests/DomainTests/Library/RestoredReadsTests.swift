import Chronology
import Domain
import Testing

@testable import DomainModels

/// The reads of entries that an earlier version wrote.
struct RestoredReadsTests {
  private static let first = instant("2025-05-01T10:00:00Z")
  private static let second = instant("2026-05-01T10:00:00Z")

  /// Applies entries one after the other, as the earlier version stored them.
  private func record(_ entries: [LibraryEntry]) -> LibraryRecord? {
    var record: LibraryRecord?
    var old: LibraryEntry?
    for entry in entries {
      record = LibraryRecord.after(EntrySaved(entry: entry, old: old), of: record)
      old = entry
    }
    return record
  }

  private func entry(
    _ status: ReadingStatus, rating: Double? = nil, start: Instant? = nil, finish: Instant? = nil
  ) -> LibraryEntry {
    LibraryEntry(workId: "w", status: status, rating: rating, startedAt: start, finishedAt: finish)
  }

  @Test("A finished work that was read again has both reads, each with its rating and its dates")
  func again() throws {
    let start = instant("2025-04-01T10:00:00Z")
    let record = try #require(
      self.record([
        entry(.reading, start: start), entry(.finished, rating: 4, start: start, finish: Self.first),
        entry(.reading, rating: 4, start: start, finish: Self.first),
        entry(.finished, rating: 4, start: start, finish: Self.second),
        entry(.finished, rating: 2, start: start, finish: Self.second),
      ]))
    #expect(record.reads.map(\.id) == ["r-1", "r-2"])
    #expect(record.reads.map(\.rating) == [4, 2] && record.readCount(in: LocalCalendar(zone: .utc)) == 2)
    #expect(
      record.reads.map(\.startedAt) == [start, nil] && record.reads.map(\.finishedAt) == [Self.first, Self.second])
    #expect(record.summary(in: LocalCalendar(zone: .utc)).status == .finished)
  }

  @Test("A later start of the second read is kept")
  func laterStart() {
    let later = instant("2026-04-01T10:00:00Z")
    let record = record([entry(.finished, finish: Self.first), entry(.reading, start: later)])
    #expect(record?.reads.map(\.startedAt) == [nil, later] && record?.reads.map(\.status) == [.finished, .reading])
  }

  @Test("Other changes of an entry are those of its only read")
  func others() {
    #expect(record([entry(.wantToRead, rating: 3)])?.reads.isEmpty == true)
    let finished = [entry(.reading), entry(.abandoned), entry(.finished, finish: Self.first)]
    #expect(record(finished)?.reads.map(\.status) == [.finished])
    #expect(record(finished + [entry(.abandoned, finish: Self.first)])?.reads.map(\.status) == [.abandoned])
    let edited = record(finished + [entry(.finished, rating: 5, finish: Self.second)])
    #expect(edited?.reads.map(\.finishedAt) == [Self.second] && edited?.reads.map(\.rating) == [5])
  }

  @Test("A work that was finished by mistake and is wanted has no read, until it is read again")
  func mistake() {
    let wanted = [entry(.finished, finish: Self.first), entry(.wantToRead, finish: Self.first)]
    #expect(record(wanted)?.reads.isEmpty == true && record(wanted)?.entry.finishedAt == nil)
    let again = record(wanted + [entry(.reading, finish: Self.first)])
    #expect(again?.reads.map(\.status) == [.finished, .reading] && again?.reads.first?.finishedAt == Self.first)
  }
}
