import Chronology
import Domain
import SlowModels

/// The facts of a reader's books, streak and targets in the simplest form. Every event recounts everything and unlocks
/// what is reached.
struct SlowAchievements {
  var profile = Profile(createdAt: Instant(seconds: 0))
  var works: [String: Work] = [:]
  var shelf = SlowShelf()
  var cultures: [String: String] = [:]
  var sessions: [String: ReadingSession] = [:]
  var targets = SlowTargets()
  var settings = SlowSettings()
  /// The starts of rucks.
  var rucks: Set<Instant> = []
  var unlocked: [String: Instant] = [:]
  /// Whether the facts date an unlock. Otherwise it is the latest fact.
  private var datesUnlocks = false
  /// The latest time at which a fact was written.
  private var lastWrite: Int64?

  static func key(_ session: ReadingSession) -> String { "\(session.startedAt) \(session.workId)" }

  mutating func apply(_ event: Event) {
    shelf.apply(event)
    switch event {
    case .account(.profileChanged(let event)):
      profile = event.profile
      settings.apply(event, TestZones.shared)
    case .reading(.workSaved(let event)): works[event.work.id] = event.work
    case .reading(.workRemoved(let event)):
      works[event.work.id] = nil
      cultures[event.work.id] = nil
    case .reading(.entrySaved), .reading(.entryRemoved): break
    case .diversity(.valueSet(let event)):
      if event.dimension == .culturalOrigin { cultures[event.workId] = event.value }
    case .diversity(.valueCleared(let event)):
      if event.dimension == .culturalOrigin { cultures[event.workId] = nil }
    case .reading(.recorded(let event)): sessions[Self.key(event.session)] = event.session
    case .reading(.changed(let event)): sessions[Self.key(event.new)] = event.new
    case .reading(.removed(let event)): sessions[Self.key(event.session)] = nil
    case .rucks(.recorded(let event)): rucks.insert(event.ruck.startedAt)
    case .rucks(.removed(let event)): rucks.remove(event.ruck.startedAt)
    case .goals(let event): targets.apply(event)
    case .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded), .rucks(.changed): break
    case .diversity(.promptOpened), .diversity(.promptAnswered), .diversity(.promptSkipped): break
    case .account(.opened(let event)): if event.datesUnlocks == true { datesUnlocks = true }
    case .account(.unlocksDated): datesUnlocks = true
    case .catalogue, .listening, .shares, .connections, .covers: break
    }
    switch event {
    case .reading(.entrySaved(let event)): note(event.at)
    case .diversity(.valueSet(let event)): note(event.at)
    case .diversity(.promptAnswered(let event)): note(event.answer.at)
    case .account, .catalogue, .listening, .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: break
    }
    if case .account(let event) = event {
      guard case .profileChanged = event else { return }
    }
    if datesUnlocks { return dateUnlocks() }
    let ends = finished.compactMap { finish in
      finish.end.map { end in
        let most = finish.read.finishedAt == nil ? shelf.lastImpreciseWrite?.seconds ?? end : end
        return Instant(seconds: min(end, most))
      }
    }
    let latest = (ends + sessions.values.map(\.endedAt)).max() ?? shelf.lastImpreciseWrite
    for id in Self.ids where unlocked[id] == nil && conditions(id).allSatisfy({ $0.value >= $0.threshold }) {
      unlocked[id] = latest
    }
  }

  private mutating func note(_ at: Instant?) {
    if let at { lastWrite = max(lastWrite ?? .min, at.seconds) }
  }

  /// Looks at the facts of each instant in turn.
  private mutating func dateUnlocks() {
    var found: [String: Int64] = [:]
    var (books, known, spoken) = (Set<String>(), Set<String>(), Set<String>())
    var rated: [String: Double] = [:]
    let facts = finished.map { finish -> (date: Int64, finish: SlowShelf.Finish) in
      let isPartial = finish.read.finishedOn != nil
      let most = isPartial ? lastWrite ?? .max : .max
      return (finish.end.map { min($0, most) } ?? .min, finish)
    }
    var dates = Set(facts.map(\.date)).sorted()
    if dates == [.min], let lastWrite { dates.append(lastWrite) }
    for date in dates {
      for (own, finish) in facts where own == date {
        books.insert(finish.workId)
        cultures[finish.workId].map { _ = known.insert($0) }
        works[finish.workId]?.language.map { _ = spoken.insert($0) }
        finish.read.rating.map { rated[finish.workId] = $0 }
      }
      let mean = rated.isEmpty ? 0 : rated.values.reduce(0, +) / Double(rated.count)
      for id in Self.ids where found[id] == nil && id != "consistent-reader" && date > .min {
        let isReached = Self.conditions(id, books.count, rated.count, mean, known.count, spoken.count)
          .allSatisfy { $0.value >= $0.threshold }
        if isReached { found[id] = date }
      }
    }
    for end in Set(sessions.values.map(\.endedAt)).sorted() where found["consistent-reader"] == nil {
      var past = self
      past.sessions = sessions.filter { $0.value.endedAt <= end }
      if past.streaks.longestStreak >= 7 { found["consistent-reader"] = end.seconds }
    }
    for (id, date) in found where unlocked[id].map({ date < $0.seconds }) ?? true {
      unlocked[id] = Instant(seconds: date)
    }
  }

  var calendar: LocalCalendar { settings.calendar }
  var finished: [SlowShelf.Finish] { shelf.finishes(calendar) }

  /// The latest rating of each finished work.
  private var ratings: [Double] {
    let rated = finished.filter { $0.read.rating != nil }
    return Set(rated.map(\.workId)).compactMap { work in rated.last { $0.workId == work }?.read.rating }
  }

  private func distinctCultures(_ books: [SlowShelf.Finish]) -> Int {
    Set(books.compactMap { cultures[$0.workId] }).count
  }

  private var streaks: SlowListening {
    var listening = SlowListening()
    listening.settings = settings
    listening.sessions = sessions.values.map {
      ListeningSession(storyId: $0.workId, startedAt: $0.startedAt, endedAt: $0.endedAt, completed: true, duration: 0)
    }
    return listening
  }
}

/// Achievements, counted as by hand.
extension SlowAchievements {
  static let ids = [
    "first-steps", "bookworm", "avid-reader", "library-master", "reading-legend", "quality-reader",
    "global-perspective", "culture-explorer", "world-traveler", "diversity-champion", "polyglot", "balanced-reader",
    "master-explorer", "consistent-reader",
  ]

  func conditions(_ id: String) -> [(value: Double, threshold: Double)] {
    if id == "consistent-reader" { return [(Double(streaks.longestStreak), 7)] }
    let rating = ratings.isEmpty ? 0 : ratings.reduce(0, +) / Double(ratings.count)
    return Self.conditions(
      id, Set(finished.map(\.workId)).count, ratings.count, rating, distinctCultures(finished),
      Set(finished.compactMap { works[$0.workId]?.language }).count)
  }

  private static func conditions(
    _ id: String, _ bookCount: Int, _ ratedCount: Int, _ rating: Double, _ cultureCount: Int, _ languageCount: Int
  ) -> [(value: Double, threshold: Double)] {
    let (books, rated, cultures) = (Double(bookCount), Double(ratedCount), Double(cultureCount))
    switch id {
    case "first-steps": return [(books, 1)]
    case "bookworm": return [(books, 10)]
    case "avid-reader": return [(books, 25)]
    case "library-master": return [(books, 50)]
    case "reading-legend": return [(books, 100)]
    case "quality-reader": return [(rating, 4), (rated, 5)]
    case "global-perspective": return [(cultures, 1)]
    case "culture-explorer": return [(cultures, 3)]
    case "world-traveler": return [(cultures, 5)]
    case "diversity-champion": return [(cultures, 10)]
    case "polyglot": return [(Double(languageCount), 3)]
    case "balanced-reader": return [(books, 20), (cultures, 5)]
    default: return [(books, 50), (cultures, 8), (rating, 4)]
    }
  }

  func progress(_ id: String) -> Double {
    let conditions = conditions(id)
    return conditions.map { min(1, $0.value / $0.threshold) }.reduce(0, +) / Double(conditions.count)
  }
}

/// Goals, counted as by hand.
extension SlowAchievements {
  func target(_ type: GoalType, now: Instant) -> Int {
    let today = calendar.day(of: now)
    let nextYear = Day(year: today.civil.year + 1, month: 1, day: 1)
    return switch type {
    case .annualReading, .culturalDiversity: targets.target(of: type, before: calendar.start(of: nextYear))
    case .weeklyRucks: targets.target(of: type, before: calendar.start(of: today.startOfWeek + 7))
    case .readingStreak: targets.current(type)
    }
  }

  func goal(_ type: GoalType, now: Instant) -> (current: Int, onTrack: Bool, projected: Day?) {
    let today = calendar.day(of: now)
    let year = today.civil.year
    guard type != .readingStreak else {
      let current = streaks.currentStreak(now: now)
      let missing = max(0, target(type, now: now) - current)
      return (current, current > 0, current > 0 ? streaks.runs.last?.last.map { $0 + missing } : nil)
    }
    guard type != .weeklyRucks else {
      let monday = today.startOfWeek
      let current = rucks.count { calendar.day(of: $0).startOfWeek == monday }
      let target = target(type, now: now)
      let passed = today - monday + 1
      let days = (1...20_000).first { current * $0 >= target * passed }
      let isOnTrack = Double(current) + 1e-12 >= Double(target * passed) / 7
      return (current, isOnTrack, current > 0 ? days.map { monday + ($0 - 1) } : nil)
    }
    let books = finished.filter { $0.isOn(calendar) { $0.civil.year == year } }
    let current = type == .annualReading ? books.count : distinctCultures(books)
    let target = target(type, now: now)
    // A year has 366 days if it has a 29 February.
    let days = Day("\(year)-02-29") == nil ? 365 : 366
    let passed = today - Day(year: year, month: 1, day: 1) + 1
    var day = 0
    if current > 0 { while current * day < target * passed { day += 1 } }
    return (
      current, Double(current) / Double(target) + 1e-12 >= Double(passed) / Double(days),
      current > 0 ? Day(year: year, month: 1, day: 1) + (day - 1) : nil
    )
  }
}
