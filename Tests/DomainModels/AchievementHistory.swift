import Chronology
import Domain

/// Applies events of reading written concisely: instants as texts, ends as minutes.
struct AchievementHistory {
  private(set) var events: [Event] = []
  private var profile = Profile(createdAt: Instant(seconds: 0))

  mutating func live(in zone: String = "UTC", dayStart: Int = 0, restDays: Int = 0) {
    profile.timezone = zone
    profile.dayStart = dayStart
    profile.restDaysPerWeek = restDays
    append(.account(.profileChanged(ProfileChanged(profile: profile))))
  }

  mutating func finish(
    _ id: String, at: String = "2026-03-01T12:00:00Z", rating: Double? = nil, culture: String? = nil,
    language: String? = nil
  ) {
    append(.reading(.workSaved(WorkSaved(work: Work(id: id, title: id, language: language)))))
    append(
      .reading(
        .entrySaved(
          EntrySaved(entry: LibraryEntry(workId: id, status: .finished, rating: rating, finishedAt: instant(at))))))
    guard let culture else { return }
    append(
      .diversity(
        .valueSet(
          DiversityValueSet(workId: id, dimension: .culturalOrigin, value: culture, points: 5, at: instant(at)))))
  }

  /// Finishes this many books without metadata.
  mutating func finish(_ count: Int, at: String = "2026-03-01T12:00:00Z") {
    for _ in 0..<count { finish("book-\(events.count)", at: at) }
  }

  /// Finishes one book for each of this many cultures.
  mutating func explore(_ count: Int, at: String = "2026-03-01T12:00:00Z") {
    for culture in DiversityDimension.culturalOrigin.values.prefix(count) {
      finish("book-\(events.count)", at: at, culture: culture)
    }
  }

  mutating func remove(_ id: String) {
    append(
      .reading(
        .workRemoved(WorkRemoved(work: Work(id: id, title: id), entry: LibraryEntry(workId: id, status: .finished)))))
  }

  mutating func read(_ start: String, minutes: Int64 = 30, in id: String = "w") {
    let start = instant(start)
    append(
      .reading(
        .recorded(
          ReadingRecorded(
            session: ReadingSession(
              workId: id, startedAt: start, endedAt: start + minutes * 60, startPage: 1, endPage: 20)))))
  }

  mutating func walk(_ start: String) {
    let ruck = Ruck(startedAt: instant(start), endedAt: instant(start) + 3_600, distance: 5_000, loadWeight: 10)
    append(.rucks(.recorded(RuckRecorded(ruck: ruck))))
  }

  mutating func aim(at target: Int, _ type: GoalType) {
    append(.goals(.set(GoalSet(type: type, target: target))))
  }

  mutating func append(_ event: Event) { events.append(event) }

  func view() -> MilestonesView {
    var view = MilestonesView()
    for event in events { view.apply(event, zones: TestZones.shared) }
    return view
  }

  func achievements() -> [String: AchievementStanding] {
    var view = view()
    return Dictionary(uniqueKeysWithValues: view.achievements().map { ($0.id, $0) })
  }

  func goals(now: String) -> [GoalStanding] {
    var view = view()
    return view.goals(now: instant(now))
  }
}
