import Chronology
import Domain
import SeededRandom
import SlowModels

/// Generates the events of a random reader.
struct RandomReading {
  var random: SplitMix
  private(set) var facts = SlowDiversity()
  private var shelf = RandomShelf()
  private(set) var now: Instant
  private let workCount: Int

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let beginnings = ["2011-12-15T00:00:00Z", "2018-10-20T00:00:00Z", "2024-10-15T00:00:00Z", "2026-09-20T00:00:00Z"]
    now = Instant(rfc3339: beginnings.randomElement(using: &random)!)!
    workCount = [3, 12, 600].randomElement(using: &random)!
  }

  mutating func next() -> [Event] {
    now = now + Int64.random(in: 0...200_000, using: &random)
    let events: [Event] =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<18: saveWork()
      case 18..<36: saveEntry()
      case 36..<39: removeWork()
      case 39..<42: removeEntry()
      case 42..<58: read()
      case 58..<62: change()
      case 62..<66: removeSession()
      case 66..<82: describe()
      case 82..<85: clear()
      case 85..<95: answer()
      case 95..<98: changeProfile()
      default: aim()
      }
    for event in events {
      facts.apply(event)
      shelf.apply(event)
    }
    return events
  }

  /// Returns an instant within this distance of now, often within a second of the start of a day, week, month or year.
  private mutating func moment(back: Int64, ahead: Int64 = 0) -> Instant {
    let some = now + Int64.random(in: -back...ahead, using: &random)
    guard Int.random(in: 0..<3, using: &random) == 0 else { return some }
    let day = facts.calendar.day(of: some)
    let first = [day, day.startOfWeek, day.startOfMonth, day.startOfYear].randomElement(using: &random)!
    return facts.calendar.start(of: first) + [-1, 0, 1].randomElement(using: &random)!
  }

  /// Returns an instant near now, often near the start of a recent day.
  mutating func someMoment() -> Instant { moment(back: 3_000_000, ahead: 3_000_000) }

  /// Returns a filter that selects few books, some or none.
  mutating func someFilter() -> BookFilter {
    var filter = BookFilter()
    if Bool.random(using: &random) {
      filter.genre = ["Art", "Fiction", "fiction", "詩", "none of them"].randomElement(using: &random)!
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      filter.culture = DiversityDimension.culturalOrigin.values.prefix(4).randomElement(using: &random)!
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      filter.timePeriod = DiversityDimension.timePeriod.values.randomElement(using: &random)!
    }
    return filter
  }

  private mutating func someWork() -> String { "work-\(Int.random(in: 0..<workCount, using: &random))" }

  private mutating func saveWork() -> [Event] {
    let id = someWork()
    let work = Work(
      id: id, title: id, language: [nil, "en", "de", "日本語"].randomElement(using: &random)!,
      genres: (0..<Int.random(in: 0...4, using: &random)).map { _ in
        ["Art", "Drama", "Essay", "Fiction", "Zen", "fiction", "Épopée", "詩"].randomElement(using: &random)!
      },
      publishedYear: [nil, -500, 1949, 1950, 1999, 2000, 2026].randomElement(using: &random)!)
    return [.reading(.workSaved(WorkSaved(work: work, old: facts.works[id])))]
  }

  private mutating func saveEntry() -> [Event] {
    guard let id = facts.works.keys.sorted().randomElement(using: &random) else { return [] }
    if Bool.random(using: &random) {
      var instants = self
      let event = shelf.change(id, now: now, in: facts.calendar, using: &random) { _ in instants.finish() }
      return event.map { [.reading(.entrySaved($0))] } ?? []
    }
    let status = ReadingStatus.allCases.randomElement(using: &random)!
    let entry = LibraryEntry(
      workId: id, status: status,
      rating: Bool.random(using: &random) ? Double(Int.random(in: 0...10, using: &random)) / 2 : nil,
      finishedAt: status == .finished || Bool.random(using: &random) ? finish() : nil)
    return [.reading(.entrySaved(EntrySaved(entry: entry, old: facts.shelf.entries[id])))]
  }

  /// Usually in this year or the previous one, rarely earlier, and sometimes in the future.
  private mutating func finish() -> Instant {
    let back: Int64 = [4_000_000, 60_000_000, 400_000_000].randomElement(using: &random)!
    return moment(back: back, ahead: 3_000_000)
  }

  private mutating func removeWork() -> [Event] {
    guard let work = facts.works.values.sorted(by: { $0.id < $1.id }).randomElement(using: &random) else { return [] }
    return [.reading(.workRemoved(WorkRemoved(work: work, entry: facts.shelf.entries[work.id])))]
  }

  private mutating func removeEntry() -> [Event] {
    guard let id = facts.shelf.entries.keys.sorted().randomElement(using: &random), let entry = facts.shelf.entries[id]
    else {
      return []
    }
    return [.reading(.entryRemoved(EntryRemoved(entry: entry)))]
  }

  private mutating func read() -> [Event] {
    let start = moment(back: [1_000_000, 6_000_000, 60_000_000].randomElement(using: &random)!)
    let end =
      start + [0, 59, 3_600, 86_400, Int64.random(in: 0...86_400, using: &random)].randomElement(using: &random)!
    let session = ReadingSession(workId: someWork(), startedAt: start, endedAt: end, startPage: 1, endPage: page())
    let key = SlowDiversity.Reading(workId: session.workId, startedAt: start)
    guard facts.sessions[key] == nil else { return [] }
    var events: [Event] = [.reading(.recorded(ReadingRecorded(session: session)))]
    let known = Set(facts.values[session.workId]?.keys.map { $0 } ?? [])
    if facts.works[session.workId] != nil, let asked = DiversityDimension.asked(known: known),
      Bool.random(using: &random)
    {
      events.append(
        .diversity(
          .promptOpened(
            DiversityPromptOpened(workId: session.workId, startedAt: start, dimension: asked))))
    }
    return events
  }

  /// Going back is allowed.
  private mutating func page() -> Int { Int.random(in: 0...40, using: &random) }

  private mutating func someSession() -> ReadingSession? {
    facts.sessions.values.sorted { ($0.startedAt, $0.workId) < ($1.startedAt, $1.workId) }.randomElement(using: &random)
  }

  private mutating func change() -> [Event] {
    guard let old = someSession() else { return [] }
    var new = old
    new.endedAt = old.startedAt + Int64.random(in: 0...86_400, using: &random)
    new.endPage = page()
    return [.reading(.changed(ReadingChanged(old: old, new: new)))]
  }

  private mutating func removeSession() -> [Event] {
    someSession().map { [.reading(.removed(ReadingRemoved(session: $0)))] } ?? []
  }

  private mutating func setting(_ workId: String, _ dimension: DiversityDimension) -> DiversityValueSet {
    DiversityValueSet(
      workId: workId, dimension: dimension, value: dimension.values.randomElement(using: &random)!,
      old: facts.values[workId]?[dimension],
      points: dimension.isCore && !facts.isAwarded(workId, dimension) ? 5 : 0, at: now)
  }

  private mutating func describe() -> [Event] {
    guard let id = facts.works.keys.sorted().randomElement(using: &random) else { return [] }
    let dimension = DiversityDimension.allCases.filter { !$0.isDerived }.randomElement(using: &random)!
    return [.diversity(.valueSet(setting(id, dimension)))]
  }

  private mutating func clear() -> [Event] {
    guard let id = facts.values.keys.sorted().randomElement(using: &random),
      let field = facts.values[id]?.sorted(by: { $0.key.rawValue < $1.key.rawValue }).randomElement(using: &random)
    else { return [] }
    return [
      .diversity(.valueCleared(DiversityValueCleared(workId: id, dimension: field.key, old: field.value, at: now)))
    ]
  }

  private mutating func answer() -> [Event] {
    let open = facts.prompts.filter { $0.value.state == .open }
      .sorted { ($0.key.startedAt, $0.key.workId) < ($1.key.startedAt, $1.key.workId) }
    guard let prompt = open.randomElement(using: &random) else { return [] }
    guard Bool.random(using: &random) else {
      return [
        .diversity(
          .promptSkipped(
            DiversityPromptSkipped(workId: prompt.key.workId, startedAt: prompt.key.startedAt, at: now)))
      ]
    }
    return [
      .diversity(
        .promptAnswered(
          DiversityPromptAnswered(
            startedAt: prompt.key.startedAt, answer: setting(prompt.key.workId, prompt.value.dimension))))
    ]
  }

  private mutating func changeProfile() -> [Event] {
    var profile = Profile(createdAt: Instant(seconds: 0))
    profile.timezone =
      TestZones.names.filter { TestZones.shared.zone(named: $0) != nil }.randomElement(using: &random)
      ?? "UTC"
    profile.dayStart = Int.random(in: 0...6, using: &random)
    profile.restDaysPerWeek = Int.random(in: 0...3, using: &random)
    var instants = self
    let event = RandomSettings.change(profile, using: &random) { instants.someMoment() }
    return [.account(.profileChanged(event))]
  }

  private mutating func aim() -> [Event] {
    let type = GoalType.allCases.randomElement(using: &random)!
    var instants = self
    let since = RandomSettings.since(using: &random) { instants.someMoment() }
    let old = facts.targets.chosen(type)
    if let old, Bool.random(using: &random) {
      return [.goals(.cleared(GoalCleared(type: type, old: old, since: since)))]
    }
    let target = [1, 3, 16, 80, 1_000].randomElement(using: &random)!
    return [.goals(.set(GoalSet(type: type, target: target, old: old, since: since)))]
  }
}
