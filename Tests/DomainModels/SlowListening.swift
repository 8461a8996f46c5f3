import Chronology
import Domain
import SlowModels

/// The same statistics in the most obvious way: keep the facts and scan all of them for every figure.
struct SlowListening {
  var profile = Profile(createdAt: Instant(seconds: 0))
  var heroes: [String: Hero] = [:]
  var stories: [String: Story] = [:]
  var sessions: [ListeningSession] = []
  var unlocked: [String: Instant] = [:]
  /// Whether the facts date an unlock. Otherwise it is the latest fact.
  private(set) var datesUnlocks = false

  var settings = SlowSettings()
  var calendar: LocalCalendar { settings.calendar }

  mutating func apply(_ event: Event) {
    switch event {
    case .account(.opened(let event)):
      profile.createdAt = event.at
      if event.datesUnlocks == true { datesUnlocks = true }
    case .account(.unlocksDated): datesUnlocks = true
    case .account(.profileChanged(let event)):
      profile = event.profile
      settings.apply(event, TestZones.shared)
    case .catalogue(.heroSaved(let event)): heroes[event.hero.id] = event.hero
    case .catalogue(.heroRemoved(let event)):
      heroes[event.hero.id] = nil
      for id in stories.keys where stories[id]?.heroId == event.hero.id { stories[id]?.heroId = nil }
    case .catalogue(.storySaved(let event)): stories[event.story.id] = event.story
    case .catalogue(.storyRemoved(let event)): stories[event.story.id] = nil
    case .catalogue(.storyFavorited(let event)): stories[event.storyId]?.isFavorite = true
    case .catalogue(.storyUnfavorited(let event)): stories[event.storyId]?.isFavorite = false
    case .listening(.recorded(let event)): sessions.append(event.session)
    case .listening(.changed(let event)): sessions = sessions.map { $0 == event.old ? event.new : $0 }
    case .listening(.removed(let event)): sessions.removeAll { $0 == event.session }
    case .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
    switch event {
    case .account(.opened), .account(.unlocksDated): return
    case .account(.profileChanged), .catalogue, .listening: unlock()
    case .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: return
    }
  }

  /// Returns each day with its part of the session.
  func days(of session: ListeningSession) -> [Day: Double] {
    let first = calendar.day(of: session.startedAt)
    let span = session.endedAt - session.startedAt
    guard span > 0 else { return [first: session.duration] }
    var shares: [Day: Double] = [:]
    for day in (0...4).map({ first + $0 }) {
      let from = max(session.startedAt, calendar.start(of: day))
      let until = min(session.endedAt, calendar.start(of: day + 1))
      if from < until { shares[day] = session.duration * Double(until - from) / Double(span) }
    }
    return shares
  }

  /// Returns the runs as lists of days, the earliest run first.
  var runs: [[Day]] {
    var streakDays: Set<Day> = []
    for session in sessions where session.completed { streakDays.formUnion(days(of: session).keys) }
    return runs(of: streakDays)
  }

  /// Rest days that were set after `last` do not count.
  func runs(of streakDays: Set<Day>, upTo last: Day? = nil) -> [[Day]] {
    var runs: [[Day]] = []
    for day in streakDays.sorted() {
      if let run = runs.last, survives(run + [day], upTo: last) {
        runs[runs.count - 1].append(day)
      } else {
        runs.append([day])
      }
    }
    return runs
  }

  /// Returns whether every ISO week of the run misses at most the allowed days.
  private func survives(_ run: [Day], upTo end: Day? = nil) -> Bool {
    guard let first = run.first, let last = run.last, last - first < 200 else { return false }
    var missed: [Day: Int] = [:]
    for offset in 0...(last - first) where !run.contains(first + offset) {
      missed[(first + offset).startOfWeek, default: 0] += 1
    }
    return missed.allSatisfy { monday, days in
      days <= settings.restDays(before: calendar.start(of: min(monday + 6, end ?? monday + 6) + 1))
    }
  }

  var longestStreak: Int { runs.map(\.count).max() ?? 0 }

  func currentStreak(now: Instant) -> Int {
    let today = calendar.day(of: now)
    guard let run = runs.last, let last = run.last else { return 0 }
    return last >= today + -1 || survives(run + [today]) ? run.count : 0
  }

  func summary(now: Instant) -> ListeningSummary {
    ListeningSummary(
      totalStories: stories.count, totalListeningTime: sessions.reduce(0) { $0 + $1.duration },
      totalPlayCount: sessions.count, currentStreak: currentStreak(now: now), longestStreak: longestStreak,
      favoriteCount: stories.values.count(where: \.isFavorite), lastActivityDate: sessions.map(\.endedAt).max())
  }

  func minutes(on day: Day) -> Double {
    sessions.reduce(0) { $0 + (days(of: $1)[day] ?? 0) } / 60
  }

  func standings() -> [HeroStanding] {
    let standings = heroes.values.map { hero in
      let own = stories.values.filter { $0.heroId == hero.id }
      let ids = Set(own.map(\.id))
      return HeroStanding(
        heroId: hero.id, heroName: hero.name, storyCount: own.count,
        totalListeningTime: sessions.filter { ids.contains($0.storyId) }.reduce(0) { $0 + $1.duration },
        lastStoryDate: own.map(\.createdAt).max(), isMostActive: false)
    }
    var sorted = standings.sorted {
      ($1.storyCount, $1.totalListeningTime, $0.heroName, $0.heroId)
        < ($0.storyCount, $0.totalListeningTime, $1.heroName, $1.heroId)
    }
    if let first = sorted.first, first.storyCount > 0 { sorted[0].isMostActive = true }
    return sorted
  }

  func insights() -> ListeningInsights {
    let count = Double(stories.count)
    let hours = Dictionary(grouping: sessions) { calendar.hour(of: $0.startedAt) }
    let hour = hours.max {
      ($0.value.count, $0.value.reduce(0) { $0 + $1.duration }, -$0.key)
        < ($1.value.count, $1.value.reduce(0) { $0 + $1.duration }, -$1.key)
    }
    let listened = Dictionary(grouping: sessions.filter { stories[$0.storyId] != nil }, by: \.storyId)
    let most = listened.max { left, right in
      let (a, b) = (left.value, right.value)
      if a.count != b.count { return a.count < b.count }
      let seconds = (a.reduce(0) { $0 + $1.duration }, b.reduce(0) { $0 + $1.duration })
      if seconds.0 != seconds.1 { return seconds.0 < seconds.1 }
      let ends = (a.map(\.endedAt).max()!, b.map(\.endedAt).max()!)
      return ends.0 != ends.1 ? ends.0 < ends.1 : left.key > right.key
    }
    return ListeningInsights(
      averageStoryLength: stories.isEmpty ? 0 : stories.values.reduce(0) { $0 + $1.estimatedDuration } / count,
      averageListensPerStory: stories.isEmpty ? 0 : Double(sessions.count) / count,
      preferredListeningHour: stories.count < 3 ? nil : hour?.key,
      mostListenedStory: most.flatMap { id, own in
        stories[id].map { ListeningInsights.Story(id: id, title: $0.title, playCount: own.count) }
      })
  }
}

extension SlowListening {
  /// Looks at the facts of each instant in turn.
  private mutating func dateUnlocks() {
    let facts = self
    let created = stories.values.map(\.createdAt).sorted()
    date(.stories) { limit in created.filter { $0 < limit }.enumerated().map { (Double($0 + 1), $1) } }
    let ended = Dictionary(grouping: sessions, by: \.endedAt).sorted { $0.key < $1.key }
    date(.listeningTime) { limit in
      var sum = 0.0
      return ended.filter { $0.key < limit }.map { end, own in
        sum += own.reduce(0) { $0 + $1.duration }
        return (sum, end)
      }
    }
    date(.streak) { limit in
      var days: Set<Day> = []
      var longest = 0
      return ended.filter { $0.key < limit }.map { end, own in
        let known = days.count
        for session in own where session.completed { days.formUnion(facts.days(of: session).keys) }
        if days.count > known { longest = facts.runs(of: days).map(\.count).max() ?? 0 }
        return (Double(longest), end)
      }
    }
  }

  /// `values` are the values at each date before a limit, in order.
  private mutating func date(_ kind: Milestone.Kind, values: (Instant) -> [(value: Double, date: Instant)]) {
    for milestone in Milestone.all where milestone.kind == kind {
      let limit = unlocked[milestone.id] ?? .latestText
      let found = values(limit).first { $0.value >= milestone.threshold }
      if let found { unlocked[milestone.id] = found.date }
    }
  }

  private mutating func unlock() {
    if datesUnlocks { return dateUnlocks() }
    let latest = (stories.values.map(\.createdAt) + sessions.map(\.endedAt)).max()
    for milestone in Milestone.all where unlocked[milestone.id] == nil {
      let value =
        switch milestone.kind {
        case .stories: Double(stories.count)
        case .listeningTime: sessions.reduce(0) { $0 + $1.duration }
        case .streak: Double(longestStreak)
        }
      if value >= milestone.threshold { unlocked[milestone.id] = latest }
    }
  }

  func milestones(now: Instant) -> [MilestoneStanding] {
    Milestone.all.map { milestone in
      let value =
        switch milestone.kind {
        case .stories: Double(stories.count)
        case .listeningTime: sessions.reduce(0) { $0 + $1.duration }
        case .streak: Double(currentStreak(now: now))
        }
      return MilestoneStanding(milestone: milestone, currentValue: value, unlockedAt: unlocked[milestone.id])
    }
  }
}
