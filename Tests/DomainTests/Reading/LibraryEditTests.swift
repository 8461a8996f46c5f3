import Chronology
import Domain
import Testing

struct LibraryEditTests {
  private static let now = instant("2026-11-20T10:00:00Z")
  private static let then = instant("2026-03-01T10:00:00Z")
  private static let work = Work(id: "w", title: "W", pageCount: 200)

  private func patched(
    _ entry: LibraryEntry, _ change: (inout LibraryEdit) -> Void
  ) throws -> LibraryEntry {
    var edit = LibraryEdit()
    change(&edit)
    return try edit.outcome(for: entry, work: Self.work, now: Self.now)
  }

  @Test("Changes only given members, and null clears optional ones")
  func given() throws {
    let entry = LibraryEntry(workId: "w", status: .reading, currentPage: 12, rating: 3, startedAt: Self.then)
    #expect(try patched(entry) { _ in } == entry)
    var expected = entry
    expected.rating = 4.5
    #expect(try patched(entry) { $0.rating = .set(4.5) } == expected)
    expected = entry
    expected.currentPage = 200
    expected.startedAt = nil
    #expect(
      try patched(entry) {
        $0.currentPage = .set(200)
        $0.startedAt = .cleared
      } == expected)
    #expect(try patched(entry) { $0.rating = .set(-0.0) }.rating?.sign == .plus)
  }

  @Test("A finished work ends at the given time, or now if it becomes finished or its end is cleared")
  func finish() throws {
    let reading = LibraryEntry(workId: "w", status: .reading, currentPage: 12)
    #expect(try patched(reading) { $0.status = .set(.finished) }.finishedAt == Self.now)
    let finished = try patched(reading) {
      $0.status = .set(.finished)
      $0.finishedAt = .set(Self.then)
    }
    #expect(finished.finishedAt == Self.then)
    #expect(try patched(finished) { $0.rating = .set(5) }.finishedAt == Self.then)
    #expect(try patched(finished) { $0.finishedAt = .cleared }.finishedAt == Self.now)
    let again = try patched(finished) { $0.status = .set(.reading) }
    #expect(again.finishedAt == Self.then)
    #expect(try patched(again) { $0.status = .set(.finished) }.finishedAt == Self.now)
    #expect(try patched(again) { $0.finishedAt = .cleared }.finishedAt == nil)
  }

  @Test("Reports all violations together")
  func wrong() {
    let entry = LibraryEntry(workId: "w", status: .reading)
    var edit = LibraryEdit()
    edit.status = .cleared
    edit.currentPage = .set(201)
    edit.rating = .set(2.25)
    edit.startedAt = .set(.latestText + 1)
    edit.finishedAt = .set(.earliestText + -1)
    let rejection = #expect(throws: Rejection.self) {
      try edit.outcome(for: entry, work: Self.work, now: Self.now)
    }
    #expect(
      rejection?.violations.map(\.field) == ["status", "currentPage", "rating", "startedAt", "finishedAt"])
    edit = LibraryEdit()
    edit.currentPage = .cleared
    #expect(throws: Rejection.self) { try edit.outcome(for: entry, work: nil, now: Self.now) }
  }
}
