import Chronology
import Domain
import SeededRandom
import SlowModels

/// Generates the events of a random reader who finishes books: edits of old finishes, ratings, cultures, deletions,
/// sessions in any order, targets, and changes of zone, day start and rest days.
struct RandomAchievements {
  var random: SplitMix
  private(set) var facts = SlowAchievements()
  private var shelf = RandomShelf()
  private(set) var now: Instant
  private let workCount: Int

  private var dating = RandomDating()

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let beginnings = [
      "2011-12-25T00:00:00Z", "2018-10-20T00:00:00Z", "2023-12-20T00:00:00Z", "2024-10-15T00:00:00Z",
      "2026-09-20T00:00:00Z",
    ]
    now = Instant(rfc3339: beginnings.randomElement(using: &random)!)!
    workCount = [4, 14, 130].randomElement(using: &random)!
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func next() -> [Event] {
    if let event = dating.next(using: &random) { return emit(event) }
    now = now + Int64.random(in: 0...150_000, using: &random)
    return switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: saveWork()
    case 12..<34: finish()
    case 34..<37: (0..<workCount / 2).flatMap { _ in finish() }
    case 37..<40: remove()
    case 40..<58: describe()
    case 58..<80: read()
    case 80..<84: (0..<9).flatMap { read(daysAgo: $0) }
    case 84..<90: changeSession()
    case 90..<93: aim()
    case 93..<96: walk()
    default: changeProfile()
    }
  }

  /// Returns facts one by one, because a fact may depend on the previous one.
  private mutating func emit(_ event: Event) -> [Event] {
    facts.apply(event)
    shelf.apply(event)
    return [event]
  }

  private mutating func someWork() -> String { "work-\(Int.random(in: 0..<workCount, using: &random))" }

  private mutating func saveWork() -> [Event] {
    let id = someWork()
    let work = Work(id: id, title: id, language: [nil, "en", "de", "日本語", "fr"].randomElement(using: &random)!)
    return emit(.reading(.workSaved(WorkSaved(work: work, old: facts.works[id]))))
  }

  private mutating func finish() -> [Event] {
    let id = someWork()
    let made =
      facts.works[id] == nil ? emit(.reading(.workSaved(WorkSaved(work: Work(id: id, title: id, language: "en"))))) : []
    if chance(40) {
      let now = now
      let event = shelf.change(id, now: now, in: facts.calendar, using: &random) { random in
        now + -Int64.random(in: 0...40_000_000, using: &random)
      }
      return made + (event.map { emit(.reading(.entrySaved($0))) } ?? [])
    }
    let status = chance(80) ? .finished : ReadingStatus.allCases.randomElement(using: &random)!
    let at = now + -[0, 86_400, Int64.random(in: 0...40_000_000, using: &random)].randomElement(using: &random)!
    let entry = LibraryEntry(
      workId: id, status: status, rating: chance(60) ? Double(Int.random(in: 4...10, using: &random)) / 2 : nil,
      finishedAt: status == .finished || chance(50) ? at : nil)
    return made + emit(.reading(.entrySaved(EntrySaved(entry: entry, old: facts.shelf.entries[id]))))
  }

  private mutating func remove() -> [Event] {
    guard let id = facts.shelf.entries.keys.sorted().randomElement(using: &random), let entry = facts.shelf.entries[id],
      let work = facts.works[id]
    else { return [] }
    return emit(
      chance(50)
        ? .reading(.workRemoved(WorkRemoved(work: work, entry: entry)))
        : .reading(.entryRemoved(EntryRemoved(entry: entry))))
  }

  private mutating func describe() -> [Event] {
    guard let id = facts.works.keys.sorted().randomElement(using: &random) else { return [] }
    if let old = facts.cultures[id], chance(15) {
      return emit(
        .diversity(.valueCleared(DiversityValueCleared(workId: id, dimension: .culturalOrigin, old: old, at: now))))
    }
    let dimension: DiversityDimension = chance(85) ? .culturalOrigin : .gender
    return emit(
      .diversity(
        .valueSet(
          DiversityValueSet(
            workId: id, dimension: dimension, value: dimension.values.randomElement(using: &random)!, points: 0, at: now
          )))
    )
  }

  private mutating func read(daysAgo days: Int? = nil) -> [Event] {
    let back = days.map { Int64($0) * 86_400 } ?? Int64.random(in: 0...2_000_000, using: &random)
    let start = now + -back
    let span = [0, 1_800, Int64.random(in: 0...86_400, using: &random)].randomElement(using: &random)!
    let session = ReadingSession(
      workId: someWork(), startedAt: start, endedAt: start + span, startPage: 1, endPage: 20)
    guard facts.sessions[SlowAchievements.key(session)] == nil else { return [] }
    return emit(.reading(.recorded(ReadingRecorded(session: session))))
  }

  private mutating func changeSession() -> [Event] {
    guard let key = facts.sessions.keys.sorted().randomElement(using: &random), let old = facts.sessions[key] else {
      return []
    }
    if chance(50) { return emit(.reading(.removed(ReadingRemoved(session: old)))) }
    var new = old
    new.endedAt = old.startedAt + Int64.random(in: 0...86_400, using: &random)
    return emit(.reading(.changed(ReadingChanged(old: old, new: new))))
  }

  private mutating func walk() -> [Event] {
    if chance(25), let start = facts.rucks.sorted().randomElement(using: &random) {
      return emit(.rucks(.removed(RuckRemoved(ruck: Self.ruck(at: start)))))
    }
    let start = now + -Int64.random(in: 0...1_500_000, using: &random)
    return facts.rucks.contains(start) ? [] : emit(.rucks(.recorded(RuckRecorded(ruck: Self.ruck(at: start)))))
  }

  private static func ruck(at start: Instant) -> Ruck {
    Ruck(startedAt: start, endedAt: start + 3_600, distance: 5_000, loadWeight: 10)
  }

  /// Returns an instant within two months of now.
  private mutating func someMoment() -> Instant {
    now + Int64.random(in: -5_000_000...300_000, using: &random)
  }

  private mutating func aim() -> [Event] {
    let type = GoalType.allCases.randomElement(using: &random)!
    let old = facts.targets.chosen(type)
    var instants = self
    let since = RandomSettings.since(using: &random) { instants.someMoment() }
    if let old, chance(30) { return emit(.goals(.cleared(GoalCleared(type: type, old: old, since: since)))) }
    let target = Int.random(in: 1...60, using: &random)
    return emit(.goals(.set(GoalSet(type: type, target: target, old: old, since: since))))
  }

  private mutating func changeProfile() -> [Event] {
    var profile = facts.profile
    if chance(60) { profile.timezone = TestZones.names.randomElement(using: &random)! }
    if chance(50) { profile.dayStart = Int.random(in: 0...6, using: &random) }
    if chance(50) { profile.restDaysPerWeek = Int.random(in: 0...3, using: &random) }
    var instants = self
    let event = RandomSettings.change(profile, using: &random) { instants.someMoment() }
    return emit(.account(.profileChanged(event)))
  }
}
