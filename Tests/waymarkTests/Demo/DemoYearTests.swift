import API
import Chronology
import Domain
import Testing

@testable import waymark

@Suite("The demo year")
struct DemoYearTests {
  /// Instants in different seasons, weekdays and hours, and in a leap year.
  static let instants = [
    "2026-11-23T01:00:00Z", "2026-11-23T23:30:00Z", "2024-02-29T12:00:00Z", "2027-01-01T00:00:00Z",
    "2026-06-07T07:30:00Z", "2030-12-31T21:40:00Z",
  ]

  private static func year(_ text: String) throws -> DemoYear {
    DemoYear(now: try #require(Instant(text)))
  }

  private static func day(_ instant: Instant) -> Int { Int(instant.seconds / 86_400) }

  @Test("All sessions satisfy the rules, and none is in the future", arguments: instants)
  func rules(text: String) throws {
    let year = try Self.year(text)
    let stories = Dictionary(uniqueKeysWithValues: year.stories.map { ($0.id, $0) })
    for report in year.listening {
      let saved = try #require(stories[report.storyId])
      let created = try #require(saved.createdAt)
      let story = Story(
        id: saved.id, title: saved.title, heroId: saved.heroId, estimatedDuration: saved.estimatedDuration,
        createdAt: created, isFavorite: false)
      let outcome = try ListeningRules.outcome(
        of: ListeningReport(
          storyId: report.storyId, startedAt: report.startedAt, endedAt: report.endedAt,
          completed: report.completed, duration: report.duration), story: story, known: nil, now: year.now)
      #expect(outcome.session.endedAt <= year.now && outcome.session.startedAt >= created)
    }
    let works = Dictionary(uniqueKeysWithValues: year.works.map { ($0.id, $0) })
    for session in year.readings {
      _ = try ReadingRules.outcome(of: session, work: works[session.workId], known: nil, now: year.now)
      #expect(session.endedAt <= year.now && session.pagesRead > 0 && session.durationMinutes > 0)
    }
    for ruck in year.rucks {
      _ = try RuckRules.outcome(of: ruck, known: nil, now: year.now)
      #expect(ruck.endedAt <= year.now && ruck.pace.map { (9...13).contains($0) } == true)
      #expect(ruck.terrain?.reduce(0) { $0 + $1.distance } == ruck.distance)
    }
    let starts = year.listening.compactMap(\.startedAt) + year.readings.map(\.startedAt)
    #expect(Set(starts).count == starts.count)
  }

  @Test("The same instant gives the same year; another day only shifts it")
  func same() throws {
    let year = try Self.year("2026-11-23T12:00:00Z")
    let again = try Self.year("2026-11-23T12:00:00Z")
    #expect(year.readings == again.readings && year.rucks == again.rucks && year.answers == again.answers)
    let later = try Self.year("2026-12-03T12:00:00Z")
    let moved: Int64 = 10 * 86_400
    #expect(later.readings.map { $0.startedAt + -moved } == year.readings.map(\.startedAt))
    #expect(later.listening.map { $0.startedAt.map { $0 + -moved } } == year.listening.map(\.startedAt))
    #expect(later.listening.map(\.storyId) == year.listening.map(\.storyId))
    #expect(later.entries.map(\.status) == year.entries.map(\.status))
  }

  @Test("The year ends with streaks of listening, reading and rucks", arguments: instants)
  func streaks(text: String) throws {
    let year = try Self.year(text)
    let today = Self.day(year.now)
    let received = Set(year.listening.filter(\.completed).compactMap { $0.endedAt.map(Self.day) })
    let read = Set(year.readings.flatMap { [Self.day($0.startedAt), Self.day($0.endedAt)] })
    for daysAgo in 1...7 { #expect(received.contains(today - daysAgo) && read.contains(today - daysAgo), "\(daysAgo)") }
    let weeks = Dictionary(grouping: year.rucks) { (today - Self.day($0.startedAt)) / 7 }
    for week in 0..<9 { #expect(weeks[week]?.count == 2, "week \(week)") }
  }

  @Test("The amounts are believable", arguments: instants)
  func amounts(text: String) throws {
    let year = try Self.year(text)
    #expect((250...600).contains(year.listening.count) && Set(year.listening.map(\.storyId)).count == 24)
    #expect(year.listening.contains { !$0.completed })
    #expect((250...420).contains(year.readings.count) && (80...104).contains(year.rucks.count))
    let statuses = Dictionary(grouping: year.entries, by: \.status).mapValues(\.count)
    #expect((20...33).contains(statuses[.finished] ?? 0) && statuses[.abandoned] == 1, "\(statuses)")
    #expect(statuses[.reading] == 1 && statuses[.wantToRead] == DemoBooks.wanted)
    let finished = Set(year.entries.filter { $0.status == .finished }.map(\.workId))
    let cultures = Set(DemoBooks.all.filter { finished.contains($0.work.id) }.map(\.culture))
    #expect(cultures.count >= 8)
    let away = year.listening.filter { report in
      DemoYear.holiday.contains(Self.day(year.now) - Self.day(report.startedAt ?? year.now))
    }
    #expect(away.isEmpty)
  }

  @Test("Sessions of a book continue at the last page, and the entry has the page of the last session")
  func pages() throws {
    let year = try Self.year("2026-11-23T12:00:00Z")
    for (id, sessions) in Dictionary(grouping: year.readings, by: \.workId) {
      #expect(sessions.first?.startPage == 0)
      for (one, next) in zip(sessions, sessions.dropFirst()) {
        #expect(next.startPage == one.endPage && next.startedAt > one.endedAt)
      }
      let entry = try #require(year.entries.first { $0.workId == id })
      #expect(entry.currentPage == sessions.last?.endPage)
      if entry.status == .finished { #expect(entry.finishedAt == sessions.last?.endedAt) }
    }
  }

  @Test("All diversity values are valid, and most dimensions have one")
  func answers() throws {
    let year = try Self.year("2026-11-23T12:00:00Z")
    for answer in year.answers { #expect(answer.dimension.values.contains(answer.value), "\(answer)") }
    let core = year.answers.count { $0.dimension.isCore }
    let possible = Set(year.readings.map(\.workId)).count * DiversityDimension.core.count
    #expect(core * 100 > possible * 75 && core < possible)
    #expect(Set(DemoBooks.all.map(\.work.id)).count == DemoBooks.all.count)
    for book in DemoBooks.all { #expect(DiversityDimension.culturalOrigin.values.contains(book.culture)) }
    #expect(Set(DemoStories.all.map(\.hero)) == Set(DemoStories.heroes.map(\.id)))
  }

  @Test("Random numbers are reproducible and within their range")
  func random() {
    var random = DemoRandom(1, 2)
    let first = (0..<4).map { _ in random.number(0...999) }
    var again = DemoRandom(1, 2)
    #expect(first == (0..<4).map { _ in again.number(0...999) })
    #expect((0..<1_000).allSatisfy { _ in (3...5).contains(random.number(3...5)) })
    #expect((0..<100).allSatisfy { _ in random.happens(100) && !random.happens(0) })
  }
}
