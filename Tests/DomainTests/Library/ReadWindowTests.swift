import Chronology
import Domain
import SeededRandom
import SlowModels
import Testing

@testable import DomainModels

/// To which read a session belongs.
struct ReadWindowTests {
  private static let calendar = LocalCalendar(zone: .utc)

  private func read(_ id: String, _ status: ReadStatus, _ finish: String? = nil) -> Read {
    let date = finish.flatMap { text -> ReadDate? in
      PartialDate(text).map { .date($0) } ?? Instant(rfc3339: text).map { .instant($0) }
    }
    return Read(id: id, status: status, finish: date)
  }

  private func owner(_ reads: [Read], _ start: String) -> String? {
    reads.windows(in: Self.calendar).first { $0.window?.contains(instant(start).seconds) ?? false }?.read.id
  }

  @Test("The first read that finished at or after the start, then the open one, then the last one")
  func owners() {
    let closed = [read("b", .finished, "2025-06-01T10:00:00Z"), read("a", .abandoned, "2024-05")]
    #expect(owner(closed, "2020-01-01T00:00:00Z") == "a")
    #expect(owner(closed, "2024-05-31T23:59:59Z") == "a")
    #expect(owner(closed, "2024-06-01T00:00:00Z") == "b")
    #expect(owner(closed, "2025-06-01T10:00:00Z") == "b")
    #expect(owner(closed, "2026-01-01T00:00:00Z") == "b")
    #expect(owner(closed + [read("c", .reading)], "2026-01-01T00:00:00Z") == "c")
  }

  @Test("A read with an unknown finish owns sessions only if all finishes are unknown")
  func unknown() {
    let two = [read("a", .finished), read("b", .finished)]
    #expect(owner(two, "2024-01-01T00:00:00Z") == "b")
    #expect(owner(two + [read("c", .finished, "2020")], "2024-01-01T00:00:00Z") == "c")
    #expect([Read]().windows(in: Self.calendar).isEmpty)
  }

  @Test("Equal to asking each read in turn", arguments: 1...60)
  func slow(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var shelf = RandomShelf()
    var slow = SlowShelf()
    let now = instant("2026-11-20T10:00:00Z")
    func moment(_ random: inout SplitMix) -> Instant { now + -Int64.random(in: 0...90_000_000, using: &random) }
    for _ in 0..<12 {
      guard let event = shelf.change("w", now: now, in: Self.calendar, using: &random, moment: moment) else { continue }
      shelf.apply(.reading(.entrySaved(event)))
      slow.apply(.reading(.entrySaved(event)))
    }
    let reads = shelf.records["w"]?.reads ?? []
    #expect(reads == (slow.reads["w"] ?? []).filter { $0.origin != .listening })
    for _ in 0..<200 {
      let start = moment(&random)
      let found = reads.windows(in: Self.calendar).filter { $0.window?.contains(start.seconds) ?? false }
      #expect(found.map(\.read.id) == [slow.owner("w", startedAt: start, Self.calendar)?.id].compactMap(\.self))
    }
  }
}
