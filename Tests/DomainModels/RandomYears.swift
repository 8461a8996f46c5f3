import Chronology
import Domain
import SeededRandom
import SlowModels

/// Generates the events of a random user with all three kinds around a few New Years. Spans are powers of two and
/// durations quarters of seconds, so that every division and every sum is exact and ties are real.
struct RandomYears {
  var random: SplitMix
  private(set) var facts = SlowReview()
  private var shelf = RandomShelf()

  static let years = 2023...2026

  private var dating = RandomDating()

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Often exactly at New Year.
  mutating func instant() -> Instant {
    let calendar = facts.listening.calendar
    guard chance(60) else {
      let begin = calendar.start(of: Day(year: Self.years.lowerBound, month: 1, day: 1))
      return begin + Int64.random(in: -20 * 86_400...1_200 * 86_400, using: &random)
    }
    let newYear = calendar.start(of: Day(year: Int.random(in: Self.years, using: &random), month: 1, day: 1))
    return newYear
      + [-1, 0, 1, -64, -40_000, 40_000, Int64.random(in: -90_000...90_000, using: &random)].randomElement(
        using: &random)!
  }

  private mutating func span() -> Int64 { [0, 1, 64, 1_024, 4_096, 32_768, 65_536].randomElement(using: &random)! }
  private mutating func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

  mutating func next() -> [Event] {
    let dating = dating.next(using: &random).map { [$0] }
    let events: [Event] =
      switch Int.random(in: 0..<100, using: &random) {
      case _ where dating != nil: dating ?? []
      case 0..<3: changeProfile()
      case 3..<4: aim()
      case 4..<12: changeCatalogue()
      case 12..<40: listen()
      case 40..<46: editListening()
      case 46..<64: changeShelf()
      case 64..<78: read()
      case 78..<83: editReading()
      case 83..<95: ruck()
      default: removeRuck()
      }
    for event in events {
      facts.apply(event)
      shelf.apply(event)
    }
    return events
  }

  private mutating func changeProfile() -> [Event] {
    var profile = facts.listening.profile
    if chance(60) { profile.timezone = pick(TestZones.names)! }
    if chance(40) { profile.dayStart = Int.random(in: 0...6, using: &random) }
    if chance(40) { profile.restDaysPerWeek = Int.random(in: 0...3, using: &random) }
    var instants = self
    let event = RandomSettings.change(profile, using: &random) { instants.instant() }
    return [.account(.profileChanged(event))]
  }

  /// Returns changes of all settings and of a goal that count from an instant on.
  mutating func changes(since instant: Instant) -> [Event] {
    let profile = Profile(
      timezone: pick(TestZones.names)!, dayStart: Int.random(in: 0...6, using: &random),
      restDaysPerWeek: Int.random(in: 0...3, using: &random), createdAt: facts.listening.profile.createdAt)
    let changes = SettingChange.Setting.allCases.map { SettingChange($0, since: instant) }
    let type = GoalType.allCases.randomElement(using: &random)!
    return [
      .account(.profileChanged(ProfileChanged(profile: profile, changes: changes))),
      .goals(.set(GoalSet(type: type, target: pick([1, 2, 9])!, since: instant))),
    ]
  }

  private mutating func aim() -> [Event] {
    let type = GoalType.allCases.randomElement(using: &random)!
    var instants = self
    let since = RandomSettings.since(using: &random) { instants.instant() }
    if let old = facts.targets.chosen(type), chance(30) {
      return [.goals(.cleared(GoalCleared(type: type, old: old, since: since)))]
    }
    return [.goals(.set(GoalSet(type: type, target: pick([1, 2, 3])!, since: since)))]
  }

  private mutating func changeCatalogue() -> [Event] {
    let listening = facts.listening
    let heroId = pick(["h1", "h2", "h3"])!
    if chance(20) {
      return [.catalogue(.heroSaved(HeroSaved(hero: Hero(id: heroId, name: pick(["Ada", "Zoë", "Émile"])!))))]
    }
    if chance(15), let hero = listening.heroes[heroId] { return [.catalogue(.heroRemoved(HeroRemoved(hero: hero)))] }
    let id = pick(["s1", "s2", "s3", "s4"])!
    if chance(25), let story = listening.stories[id] { return [.catalogue(.storyRemoved(StoryRemoved(story: story)))] }
    let story = Story(
      id: id, title: "Title of \(id)", heroId: listening.heroes[heroId] == nil ? nil : heroId, estimatedDuration: 600,
      createdAt: Instant(seconds: 1_600_000_000))
    return [.catalogue(.storySaved(StorySaved(story: story, old: listening.stories[id])))]
  }

  private mutating func listen() -> [Event] {
    guard let story = pick(facts.listening.stories.keys.sorted()) else { return changeCatalogue() }
    let start = instant()
    guard !facts.listening.sessions.contains(where: { $0.storyId == story && $0.startedAt == start }) else { return [] }
    let session = ListeningSession(
      storyId: story, startedAt: start, endedAt: start + span(), completed: chance(60),
      duration: pick([0, 600, 600.25, Double(Int.random(in: 0...8_000, using: &random)) / 4])!)
    return [.listening(.recorded(ListeningRecorded(session: session)))]
  }

  private mutating func editListening() -> [Event] {
    guard let old = pick(facts.listening.sessions) else { return [] }
    if chance(60) { return [.listening(.removed(ListeningRemoved(session: old)))] }
    var new = old
    new.endedAt = old.startedAt + span()
    new.completed.toggle()
    return [.listening(.changed(ListeningChanged(old: old, new: new)))]
  }

  private mutating func changeShelf() -> [Event] {
    let id = "w\(Int.random(in: 1...7, using: &random))"
    guard let work = facts.works[id], chance(80) else {
      let genres = ["Fiction", "Essay", "Poetry", "Reise", "Äther", "SF", "Fiction"].shuffled(using: &random)
      let work = Work(
        id: id, title: "Title of \(id)", pageCount: pick([nil, 100, 100, 300, 301]) ?? nil,
        genres: Array(genres.prefix(Int.random(in: 0...4, using: &random))))
      return [.reading(.workSaved(WorkSaved(work: work, old: facts.works[id])))]
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<8: return [.reading(.workRemoved(WorkRemoved(work: work, entry: facts.shelf.entries[id])))]
    case 8..<16: return facts.shelf.entries[id].map { [.reading(.entryRemoved(EntryRemoved(entry: $0)))] } ?? []
    case 16..<36:
      let value = pick(Array(DiversityDimension.culturalOrigin.values.prefix(4)))!
      return [
        .diversity(
          .valueSet(
            DiversityValueSet(
              workId: id, dimension: .culturalOrigin, value: value, old: nil, points: 0, at: Instant(seconds: 0))))
      ]
    case 36..<70:
      var instants = self
      let event = shelf.change(id, now: instant(), in: facts.calendar, using: &random) { _ in instants.instant() }
      return event.map { [.reading(.entrySaved($0))] } ?? []
    default:
      let status: ReadingStatus = chance(80) ? .finished : .reading
      let entry = LibraryEntry(workId: id, status: status, finishedAt: status == .finished ? instant() : nil)
      return [.reading(.entrySaved(EntrySaved(entry: entry, old: facts.shelf.entries[id])))]
    }
  }

  private mutating func read() -> [Event] {
    let (work, start) = ("w\(Int.random(in: 1...7, using: &random))", instant())
    guard !facts.readings.contains(where: { $0.workId == work && $0.startedAt == start }) else { return [] }
    let session = ReadingSession(
      workId: work, startedAt: start, endedAt: start + span(), startPage: 10, endPage: pick([5, 10, 40])!)
    return [.reading(.recorded(ReadingRecorded(session: session)))]
  }

  private mutating func editReading() -> [Event] {
    guard let old = pick(facts.readings) else { return [] }
    if chance(60) { return [.reading(.removed(ReadingRemoved(session: old)))] }
    var new = old
    new.endedAt = old.startedAt + span()
    new.endPage = 25
    return [.reading(.changed(ReadingChanged(old: old, new: new)))]
  }

  private mutating func ruck() -> [Event] {
    let start = instant()
    guard facts.rucks.rucks[start] == nil else { return [] }
    let span = span() * 4
    let ruck = Ruck(
      startedAt: start, endedAt: start + span, distance: pick([0, 999, 1_000, 5_000])!, loadWeight: pick([0, 10, 20])!,
      calories: pick([nil, 300, 500]) ?? nil, movingTime: chance(50) ? Double(span) / 2 : nil)
    return [.rucks(.recorded(RuckRecorded(ruck: ruck)))]
  }

  private mutating func removeRuck() -> [Event] {
    pick(facts.rucks.sorted).map { [.rucks(.removed(RuckRemoved(ruck: $0)))] } ?? []
  }
}
