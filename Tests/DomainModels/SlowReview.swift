import Chronology
import Domain
import Foundation
import SlowModels

/// A review in the most obvious way: keep the facts and scan all of them for every figure. Figures are JSON values
/// without null members.
struct SlowReview {
  var listening = SlowListening()
  var rucks = SlowRucks(zones: TestZones.shared)
  var works: [String: Work] = [:]
  var shelf = SlowShelf()
  var cultures: [String: String] = [:]
  var readings: [ReadingSession] = []
  var targets = SlowTargets()

  var calendar: LocalCalendar { listening.calendar }

  mutating func apply(_ event: Event) {
    listening.apply(event)
    rucks.apply(event)
    shelf.apply(event)
    switch event {
    case .reading(.workSaved(let event)): works[event.work.id] = event.work
    case .reading(.workRemoved(let event)):
      works[event.work.id] = nil
      cultures[event.work.id] = nil
    case .reading(.entrySaved), .reading(.entryRemoved): break
    case .diversity(.valueSet(let event)): cultures[event.workId] = event.value
    case .reading(.recorded(let event)): readings.append(event.session)
    case .reading(.changed(let event)): readings = readings.map { $0 == event.old ? event.new : $0 }
    case .reading(.removed(let event)): readings.removeAll { $0 == event.session }
    case .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded): break
    case .diversity(.valueCleared), .diversity(.promptOpened), .diversity(.promptAnswered), .diversity(.promptSkipped):
      break
    case .goals(let event): targets.apply(event)
    case .account, .catalogue, .listening, .rucks, .shares, .connections, .covers: break
    }
  }

  /// A year, or one of its months.
  struct Period: CustomStringConvertible {
    var year: Int
    var month: Int?

    func contains(_ day: Day) -> Bool {
      day.civil.year == year && (month == nil || day.civil.month == month)
    }

    /// The first day after it.
    var end: Day { Day(year: year, month: (month ?? 12) + 1, day: 1) }

    var description: String { month.map { "\(year)-\($0)" } ?? "\(year)" }
  }

  func contains(_ period: Period, _ instant: Instant) -> Bool { period.contains(calendar.day(of: instant)) }

  func review(_ period: Period, now: Instant) throws -> [String: Any] {
    var answer: [String: Any] = ["year": period.year]
    answer["month"] = period.month
    answer["listening"] = listening(in: period)
    answer["reading"] = reading(in: period)
    answer["rucks"] = rucks(in: period)
    answer["busiestDay"] = busiestDay(in: period)
    answer["busiestHour"] = busiestHour(in: period)
    answer["goals"] = period.month == nil ? goals(in: period) : []
    let reached = listening.milestones(now: now).compactMap { milestone in
      milestone.unlockedAt.flatMap { at in
        contains(period, at)
          ? YearReview.Unlocked(id: milestone.id, title: milestone.title, icon: milestone.icon, unlockedAt: at) : nil
      }
    }
    answer["milestonesUnlocked"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reached))
    return answer
  }

  /// Returns the figures of each month, by name.
  func months(now: Instant) -> [[String]] {
    func name(_ instant: Instant) -> String { String(calendar.day(of: instant).description.dropLast(3)) }
    let finished = shelf.finishes(calendar)
    let toMonth = finished.compactMap { finish -> Day? in
      if case .month(let year, let month)? = finish.read.finishedOn { return Day(year: year, month: month, day: 1) }
      return finish.day(calendar)
    }
    let sessions = listening.sessions
    let starts =
      sessions.map(\.startedAt) + readings.map(\.startedAt) + rucks.sorted.map(\.startedAt)
    guard let first = (starts.map { calendar.day(of: $0) } + toMonth).min() else { return [] }
    var day = first.startOfMonth
    var months: [[String]] = []
    while day <= calendar.day(of: now) {
      let month = String(day.description.dropLast(3))
      let books = finished.filter { $0.isOn(calendar) { $0.description.dropLast(3) == month } }
      let read = readings.filter { name($0.startedAt) == month }
      let monthRucks = rucks.sorted.filter { name($0.startedAt) == month }
      let listened = sessions.filter { name($0.startedAt) == month }.reduce(0) { $0 + $1.duration }
      let metres = monthRucks.reduce(0) { $0 + $1.distance }
      months.append([
        month, "\(books.count)", "\(read.reduce(0) { $0 + $1.pagesRead })",
        "\(read.reduce(0) { $0 + $1.durationMinutes })", "\(Set(books.compactMap { cultures[$0.workId] }).count)",
        "\(Int(listened.rounded()))", "\(monthRucks.count)", "\(Int(metres.rounded()))",
      ])
      day = day.startOfMonth(after: 1)
    }
    return months
  }

  private func longestRun(_ days: Set<Day>, _ period: Period) -> Int {
    listening.runs(of: days.filter(period.contains), upTo: period.end + -1).map(\.count).max() ?? 0
  }

  /// Returns the days that a session touches, each with its seconds.
  private func shares(_ session: ReadingSession) -> [Day: Double] {
    listening.days(
      of: ListeningSession(
        storyId: "", startedAt: session.startedAt, endedAt: session.endedAt, completed: true,
        duration: Double(session.endedAt - session.startedAt)))
  }

  private func seconds(_ sessions: [ListeningSession], _ period: Period) -> Double {
    sessions.reduce(0) { sum, session in
      sum + listening.days(of: session).filter { period.contains($0.key) }.values.reduce(0, +)
    }
  }

  private func listening(in period: Period) -> [String: Any]? {
    let begun = listening.sessions.filter { contains(period, $0.startedAt) }
    let listened = seconds(listening.sessions, period)
    let completed = listening.sessions.filter(\.completed)
    let streak = longestRun(Set(completed.flatMap { listening.days(of: $0).keys }), period)
    if begun.isEmpty, listened == 0, streak == 0 { return nil }
    var answer: [String: Any] = ["seconds": listened, "plays": begun.count, "longestStreak": streak]
    let stories = listening.stories.values.filter { story in begun.contains { $0.storyId == story.id } }
    func rank(_ story: Story) -> (Int, Double, Int64) {
      let own = begun.filter { $0.storyId == story.id }
      let listened = seconds(listening.sessions.filter { $0.storyId == story.id }, period)
      return (own.count, listened, own.map(\.endedAt.seconds).max()!)
    }
    if let top = stories.min(by: { rank($0) != rank($1) ? rank($0) > rank($1) : $0.id < $1.id }) {
      answer["topStory"] = ["id": top.id, "title": top.title, "playCount": rank(top).0]
    }
    let heroes = listening.heroes.values.map { hero in
      let ids = listening.stories.values.filter { $0.heroId == hero.id }.map(\.id)
      return (hero, seconds(listening.sessions.filter { ids.contains($0.storyId) }, period))
    }.filter { $0.1 > 0 }
    let top = heroes.min { $0.1 != $1.1 ? $0.1 > $1.1 : isBefore($0.0, $1.0) }
    if let top { answer["topHero"] = ["heroId": top.0.id, "heroName": top.0.name, "seconds": top.1] }
    return answer
  }

  private func isBefore(_ left: Hero, _ right: Hero) -> Bool {
    left.name == right.name
      ? left.id < right.id : Array(left.name.utf8).lexicographicallyPrecedes(Array(right.name.utf8))
  }

  private func goals(in period: Period) -> [[String: Any]] {
    let finished = shelf.finishes(calendar).filter { $0.isOn(calendar) { period.contains($0) } }
    let end = calendar.start(of: period.end)
    func goal(_ type: GoalType, _ current: Int) -> [String: Any] {
      let target = targets.target(of: type, before: end)
      return ["type": type.rawValue, "target": target, "current": current, "reached": current >= target]
    }
    return [
      goal(.annualReading, finished.count),
      goal(.culturalDiversity, Set(finished.compactMap { cultures[$0.workId] }).count),
    ]
  }

  private func reading(in period: Period) -> [String: Any]? {
    let finished = shelf.finishes(calendar).filter { $0.isOn(calendar) { period.contains($0) } }
    let begun = readings.filter { contains(period, $0.startedAt) }
    let (pages, minutes) = (begun.reduce(0) { $0 + $1.pagesRead }, begun.reduce(0) { $0 + $1.durationMinutes })
    let streak = longestRun(Set(readings.flatMap { shares($0).keys }), period)
    if finished.isEmpty, pages == 0, minutes == 0, streak == 0 { return nil }
    let books = Set(finished.map(\.workId)).compactMap { works[$0] }
    var answer: [String: Any] = [
      "books": finished.count, "works": Set(finished.map(\.workId)).count,
      "rereads": finished.count { $0.isReread },
      "undated": finished.count {
        if case .year? = $0.read.finishedOn { true } else { false }
      },
      "byFormat": [
        "print": finished.count { $0.read.format == .print }, "ebook": finished.count { $0.read.format == .ebook },
        "audio": finished.count { $0.read.format == .audio }, "unknown": finished.count { $0.read.format == nil },
      ], "pages": pages, "minutes": minutes, "longestStreak": streak,
      "culturesExplored": Set(finished.compactMap { cultures[$0.workId] }).count,
    ]
    let genres = Set(books.flatMap(\.genres)).map { genre in (genre, books.count { $0.genres.contains(genre) }) }
    let sorted = genres.sorted { a, b in
      a.1 != b.1 ? a.1 > b.1 : Array(a.0.utf8).lexicographicallyPrecedes(Array(b.0.utf8))
    }
    answer["topGenres"] = sorted.prefix(5).map { ["genre": $0.0, "books": $0.1] as [String: Any] }
    // In a tie the first one wins.
    var (fastest, longest): ((Int, String)?, (Int, String)?)
    for finish in finished {
      let own = readings.filter { session in
        session.workId == finish.workId && session.startedAt.seconds <= finish.end!
          && shelf.owner(finish.workId, startedAt: session.startedAt, calendar)?.id == finish.read.id
      }
      let first = own.map(\.startedAt).min().map { calendar.day(of: $0) } ?? day(ofStart: finish.read)
      if let first, let last = finish.day(calendar), first <= last {
        let days = max(1, last - first)
        if fastest.map({ days < $0.0 }) ?? true { fastest = (days, finish.workId) }
      }
      if let pages = works[finish.workId]?.pageCount, longest.map({ pages > $0.0 }) ?? true {
        longest = (pages, finish.workId)
      }
    }
    if let (days, id) = fastest { answer["fastestBook"] = ["id": id, "title": "Title of \(id)", "days": days] }
    if let (pages, id) = longest { answer["longestBook"] = ["id": id, "title": "Title of \(id)", "pageCount": pages] }
    return answer
  }

  private func day(ofStart read: Read) -> Day? {
    if case .day(let day)? = read.startedOn { return day }
    return read.startedAt.map { calendar.day(of: $0) }
  }

  private func rucks(in period: Period) -> [String: Any]? {
    var own = rucks
    own.rucks = rucks.rucks.filter { contains(period, $0.key) }
    guard !own.rucks.isEmpty else { return nil }
    return [
      "sessions": own.rucks.count, "distance": own.sum(own.sorted, \.distance),
      "weightMoved": own.sum(own.sorted, \.weightMoved), "records": own.records(),
    ]
  }

  private func busiestDay(in period: Period) -> [String: Any]? {
    var seconds: [Day: Double] = [:]
    for session in listening.sessions { seconds.merge(listening.days(of: session), uniquingKeysWith: +) }
    for session in readings { seconds.merge(shares(session), uniquingKeysWith: +) }
    for ruck in rucks.sorted {
      let session = ListeningSession(
        storyId: "", startedAt: ruck.startedAt, endedAt: ruck.endedAt, completed: true, duration: ruck.seconds)
      seconds.merge(listening.days(of: session), uniquingKeysWith: +)
    }
    let minutes = seconds.filter { period.contains($0.key) }.mapValues { ($0 / 60 * 100).rounded() / 100 }
    guard let most = minutes.values.max(), most > 0 else { return nil }
    return ["date": minutes.filter { $0.value == most }.keys.min()!.description, "minutes": most]
  }

  private func busiestHour(in period: Period) -> Int? {
    let starts = listening.sessions.map(\.startedAt) + readings.map(\.startedAt) + rucks.sorted.map(\.startedAt)
    let hours = starts.filter { contains(period, $0) }.map { calendar.hour(of: $0) }
    let counts = (0..<24).map { hour in hours.count { $0 == hour } }
    return hours.isEmpty ? nil : counts.firstIndex(of: counts.max()!)
  }
}
