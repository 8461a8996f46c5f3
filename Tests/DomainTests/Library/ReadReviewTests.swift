import Chronology
import SeededRandom
import Testing

@testable import Domain
@testable import DomainModels

@Suite("Reviews of reads")
struct ReadReviewTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let calendar = LocalCalendar(zone: .utc)

  private func added(_ review: Patch<String>, to record: LibraryRecord? = nil) throws -> LibraryRecord {
    var edit = ReadEdit()
    edit.status = .set(.finished)
    edit.review = review
    let id = "r\((record?.reads.count ?? 0) + 1)"
    return try edit.added(to: record, of: "w", id: id, now: Self.now, in: Self.calendar)
  }

  private func imported(
    _ reads: [ImportedRead], _ status: ReadingStatus = .finished, into record: LibraryRecord? = nil
  ) throws -> LibraryRecord {
    var count = record?.reads.count ?? 0
    return try ImportedEntry(workId: "w", status: status, reads: reads)
      .outcome(for: record, work: nil, now: Self.now, in: Self.calendar) {
        count += 1
        return "r\(count)"
      }
  }

  @Test(
    "Keeps the lines of a review without the white space at its ends",
    arguments: [
      ("Good.", "Good."), (" \n One.\n\n Two.\t\n", "One.\n\n Two."), ("", nil), (" \n\t ", nil),
      (String(repeating: "é", count: 10_000), String(repeating: "é", count: 10_000)),
      (" " + String(repeating: "x", count: 10_000) + "\n", String(repeating: "x", count: 10_000)),
    ] as [(String, String?)])
  func kept(text: String, expected: String?) throws {
    #expect(try added(.set(text)).reads[0].review?.text == expected)
  }

  @Test("Rejects a longer review and the character U+0000", arguments: [String(repeating: "x", count: 10_001), "a\0b"])
  func rejected(text: String) {
    var edit = ReadEdit()
    edit.review = .set(text)
    #expect(edit.violations().map(\.field) == ["review"])
  }

  @Test("An edit changes, keeps or clears a review, and null means none")
  func edited() throws {
    #expect(try added(.unchanged).reads[0].review == nil && added(.cleared).reads[0].review == nil)
    let record = try added(.set("First."))
    func changed(_ review: Patch<String>) throws -> Read {
      var edit = ReadEdit()
      edit.rating = .set(4)
      edit.review = review
      return try edit.outcome(for: record, readId: "r1", now: Self.now, in: Self.calendar).reads[0]
    }
    #expect(try changed(.unchanged).review?.text == "First." && changed(.set("Second. ")).review?.text == "Second.")
    #expect(try changed(.cleared).review == nil && changed(.set(" ")).review == nil)
  }

  @Test("The reviews of a work are limited together")
  func together() throws {
    var record: LibraryRecord?
    let long = String(repeating: "é", count: 10_000)
    for _ in 0..<13 {
      record = try added(.set(long), to: record)
      try record?.checkReviews()
    }
    let full = try added(.set(long), to: record)
    #expect(throws: Rejection.self) { try full.checkReviews() }
  }

  @Test("A list adds the review of an imported read once, and never to a read of a person")
  func lists() throws {
    let plain = ImportedRead(status: .finished, finish: .date(.year(2024)), rating: 4)
    var reviewed = plain
    reviewed.review = ReadReview("Good.")
    let first = try imported([plain])
    let second = try imported([reviewed], into: first)
    #expect(second.reads.map(\.review?.text) == ["Good."])
    #expect(try imported([reviewed], into: second) == second)
    var other = reviewed
    other.review = ReadReview("Other.")
    #expect(try imported([other], into: second) == second)
    var edit = ReadEdit()
    edit.review = .cleared
    let cleared = try edit.outcome(for: second, readId: "r1", now: Self.now, in: Self.calendar)
    #expect(try imported([reviewed], into: cleared) == cleared)
  }

  @Test("A later list adds the review of an open read")
  func open() throws {
    let plain = ImportedRead(status: .reading)
    let reviewed = ImportedRead(status: .reading, review: ReadReview("So far good."))
    let first = try imported([plain], .reading)
    #expect(try imported([reviewed], .reading, into: first).reads.map(\.review?.text) == ["So far good."])
  }

  @Test("Rows of one book keep each review, or report that one is left out", arguments: UInt64(0)..<200)
  func merged(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let texts = [nil, nil, "One.", "Two.", "Three."]
    func entry() -> ImportedEntry {
      let status: ReadingStatus = [.finished, .reading, .wantToRead].randomElement(using: &random) ?? .finished
      let reads = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        let years: [ReadDate?] = [nil, .date(.year(2023)), .date(.year(2024))]
        return ImportedRead(
          status: .finished, finish: years.randomElement(using: &random) ?? nil,
          review: (texts.randomElement(using: &random) ?? nil).flatMap(ReadReview.init))
      }
      return ImportedEntry(workId: "w", status: status, reads: reads)
    }
    var (all, plain) = (entry(), ImportedEntry(workId: "w", status: .wantToRead))
    (plain.status, plain.reads) = (all.status, all.reads.map(Self.withoutReview))
    var given = Set(all.reads.compactMap(\.review))
    var isWhole = true
    for _ in 0..<3 {
      var other = entry()
      given.formUnion(other.reads.compactMap(\.review))
      isWhole = all.merge(other) && isWhole
      other.reads = other.reads.map(Self.withoutReview)
      plain.merge(other)
    }
    // Reviews change nothing else.
    #expect(all.reads.map(Self.withoutReview) == plain.reads && all.status == plain.status)
    #expect(!isWhole || Set(all.reads.compactMap(\.review)) == given)
  }

  private static func withoutReview(_ read: ImportedRead) -> ImportedRead {
    var read = read
    read.review = nil
    return read
  }
}
