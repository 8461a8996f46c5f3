import Chronology
import SeededRandom
import SlowModels
import Testing

@testable import Domain
@testable import DomainModels

/// Compares the derived state of the fold with a recount.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ReadingFoldTests {
  @Test("Days after adding and removing sessions equal those of the remaining sessions", arguments: 1...12)
  func days(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let calendar = TestZones.shared.calendar(
      zone: TestZones.names.randomElement(using: &random)!, dayStart: Int.random(in: 0...6, using: &random))
    let middle = instant(["2011-12-30T00:00:00Z", "2018-11-04T00:00:00Z", "2026-03-29T00:00:00Z"][Int(seed % 3)])
    var rows: [PageRow] = []
    var days = ReadingDays()
    for _ in 0..<300 {
      if let place = rows.indices.randomElement(using: &random), Int.random(in: 0..<5, using: &random) < 2 {
        _ = days.remove(rows.remove(at: place), in: calendar)
        continue
      }
      let start = middle + Int64.random(in: -900_000...900_000, using: &random)
      let span = [0, 1, 86_400, Int64.random(in: 0...86_400, using: &random)].randomElement(using: &random)!
      let row = PageRow(
        ReadingSession(
          workId: "a", startedAt: start, endedAt: start + span, startPage: 0,
          endPage: Int.random(in: 0...90, using: &random)), work: 0)
      rows.append(row)
      _ = days.add(row, in: calendar)
    }
    for offset in -14...14 {
      let day = calendar.day(of: middle) + offset
      let (from, to) = (calendar.start(of: day).seconds, calendar.start(of: day + 1).seconds)
      let began = rows.filter { calendar.day(of: Instant(seconds: $0.startedAt)) == day }
      let elapsed = rows.reduce(0) { $0 + max(0, min($1.endedAt, to) - max($1.startedAt, from)) }
      let touching = rows.filter { row in
        row.span == 0 ? began.contains(row) : min(row.endedAt, to) > max(row.startedAt, from)
      }
      let read = days.read(from: day, to: day)
      #expect(read.pages == began.reduce(0) { $0 + Int($1.pages) }, "seed \(seed), \(day)")
      #expect(read.minutes == began.reduce(0) { $0 + $1.minutes }, "seed \(seed), \(day)")
      #expect(days.seconds(from: day, to: day) == [Double(elapsed)], "seed \(seed), \(day)")
      let cells = days.range(from: day, to: day).map { days.cells[$0] }
      #expect((cells.first?.sessions ?? 0) == Int32(touching.count), "seed \(seed), \(day)")
    }
  }

  @Test("Adding reports a new streak day, and removing one that ended")
  func streakDays() {
    let calendar = LocalCalendar(zone: .utc)
    func row(_ start: String, _ seconds: Int64) -> PageRow {
      PageRow(
        ReadingSession(
          workId: "a", startedAt: instant(start), endedAt: instant(start) + seconds, startPage: 0, endPage: 1), work: 0)
    }
    var days = ReadingDays()
    let (morning, noon) = (row("2026-11-20T10:00:00Z", 60), row("2026-11-20T12:00:00Z", 0))
    let night = row("2026-11-20T23:59:59Z", 2)
    let added = [morning, noon, night].map { days.add($0, in: calendar) }
    #expect(added == [true, false, true])
    let removed = [morning, night, noon].map { days.remove($0, in: calendar) }
    #expect(removed == [false, true, true])
    #expect(days.cells.allSatisfy { $0 == ReadingDays.Cell() })
  }

  @Test("Sums of finished books equal a recount, over all time and by spans", arguments: 1...10)
  func tallies(seed: UInt64) {
    var history = RandomReading(seed: seed)
    var fold = ReadingFold()
    for step in 0..<300 {
      for event in history.next() {
        fold.apply(event)
        guard case .account(.profileChanged) = event else { continue }
        fold.count(in: history.facts.calendar, restDays: SettingByDay(0))
      }
      // Queries now and then, so that events must update the cached sums.
      guard step % 7 == 0 else { continue }
      var all = FinishedTally()
      fold.books.forEach { _, book in all.add(book, book.finishes(in: fold.calendar), nil) }
      #expect(fold.finished == all, "seed \(seed), step \(step)")
      let finishes = history.facts.shelf.finishes(fold.calendar)
      #expect(all.books == finishes.count, "seed \(seed), step \(step)")
      let today = fold.calendar.day(of: history.now)
      for days in [today + -40...today, today.startOfYear...today + 30, today.startOfMonth...today.startOfMonth] {
        let kept = fold.finished(from: days.lowerBound, to: days.upperBound)
        let expected = finishes.filter { $0.isOn(fold.calendar) { days.contains($0) } }
        let span = DaySpan(from: days.lowerBound, to: days.upperBound, in: fold.calendar)
        #expect(kept == fold.countFinished(in: span), "seed \(seed), step \(step), \(days)")
        #expect(kept.books == expected.count, "seed \(seed), step \(step), \(days)")
        #expect(kept.rereads == expected.count { $0.isReread }, "seed \(seed), step \(step), \(days)")
        let ids = fold.finishedBooks(from: days.lowerBound, to: days.upperBound).map { fold.books.id($0.number) }
        #expect(Set(ids) == Set(expected.map(\.workId)), "seed \(seed), step \(step), \(days)")
      }
      compareInstants(fold, history.facts, "seed \(seed), step \(step)")
    }
  }

  private func compareInstants(_ fold: ReadingFold, _ facts: SlowDiversity, _ place: String) {
    let finishes = facts.shelf.finishes(fold.calendar)
    let ends = finishes.compactMap { finish -> Instant? in
      guard let end = finish.end else { return nil }
      let written = finish.read.finishedAt == nil ? facts.shelf.lastImpreciseWrite?.seconds : nil
      return Instant(seconds: min(end, written ?? end))
    }
    let latest = (facts.sessions.values.map(\.endedAt) + ends).max() ?? facts.shelf.lastImpreciseWrite
    #expect(fold.latestInstant == latest, "\(place)")
    let starts = facts.sessions.values.map { fold.calendar.day(of: $0.startedAt) }
    let days = finishes.compactMap { $0.day(fold.calendar) }
    #expect(fold.earliestDay() == (starts + days).min(), "\(place)")
  }

  @Test("Spans beyond the cache limit are recomputed correctly")
  func manyStretches() {
    var stats = StatsHistory()
    for day in 10...28 { stats.book("book-\(day)", finished: "2026-11-\(day)T10:00:00Z") }
    var fold = ReadingFold()
    for event in stats.events { fold.apply(event) }
    let first = Day(year: 2026, month: 1, day: 1)
    for offset in 0..<FinishedSpans.most * 2 {
      let expected = max(0, min(19, first + offset - Day(year: 2026, month: 11, day: 9)))
      let found = fold.finished(from: first, to: first + offset)
      #expect(found.books == expected)
    }
    fold.apply(.reading(.entryRemoved(EntryRemoved(entry: LibraryEntry(workId: "book-10", status: .finished)))))
    // To the end of the year, and to 16 November.
    let left = [364, FinishedSpans.most * 2 - 1].map { fold.finished(from: first, to: first + $0).books }
    #expect(left == [18, 6])
  }

  @Test("Targets that were set and cleared leave no part in the snapshot")
  func clearedTarget() {
    var fold = ReadingFold()
    fold.apply(.goals(.set(GoalSet(type: .annualReading, target: 30))))
    #expect(fold.targets[.annualReading] == 30 && fold.targets[.readingStreak] == 7)
    let changed = fold.takeChangedParts()
    #expect(changed.count == 1 && changed == fold.allParts())
    fold.apply(.goals(.cleared(GoalCleared(type: .annualReading, old: 30))))
    #expect(fold.targets[.annualReading] == 12)
    let removed = fold.takeChangedParts()
    #expect(removed.map(\.name) == changed.map(\.name) && removed.map(\.bytes) == [nil])
    #expect(fold.allParts().isEmpty)
  }

  @Test("Truncated or changed parts cause an error or another state, and never a crash", arguments: 1...3)
  func damage(seed: UInt64) throws {
    var history = RandomReading(seed: seed)
    var fold = ReadingFold()
    for _ in 0..<150 { history.next().forEach { fold.apply($0) } }
    fold.apply(.goals(.set(GoalSet(type: .readingStreak, target: 30))))
    let parts = fold.allParts()
    var random = SplitMix(seed: seed)
    for index in parts.indices {
      let bytes = try #require(parts[index].bytes)
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
        var cut = parts
        cut[index].bytes = Array(bytes.prefix(count))
        #expect(throws: SnapshotDamage.self) { try ReadingFold(parts: cut) }
      }
      for _ in 0..<100 {
        var changed = parts
        changed[index].bytes?[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        guard var fold = try? ReadingFold(parts: changed) else { continue }
        _ = fold.insights(of: .allTime, on: fold.calendar.day(of: history.now))
      }
    }
  }
}
