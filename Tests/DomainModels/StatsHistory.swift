import Chronology
import Domain

/// Applies events written concisely: instants as texts, ends as minutes.
struct StatsHistory {
  private(set) var events: [Event] = []
  private var profile = Profile(createdAt: Instant(seconds: 0))

  mutating func live(in zone: String = "UTC", dayStart: Int = 0, restDays: Int = 0) {
    profile.timezone = zone
    profile.dayStart = dayStart
    profile.restDaysPerWeek = restDays
    events.append(.account(.profileChanged(ProfileChanged(profile: profile))))
  }

  /// Changes settings since an instant, or always.
  mutating func move(to zone: String? = nil, dayStart: Int? = nil, restDays: Int? = nil, since: String?) {
    var changes: [SettingChange] = []
    func change(_ setting: SettingChange.Setting) -> SettingChange { SettingChange(setting, since: since.map(instant)) }
    if let zone {
      profile.timezone = zone
      changes.append(change(.timezone))
    }
    if let dayStart {
      profile.dayStart = dayStart
      changes.append(change(.dayStart))
    }
    if let restDays {
      profile.restDaysPerWeek = restDays
      changes.append(change(.restDaysPerWeek))
    }
    events.append(.account(.profileChanged(ProfileChanged(profile: profile, changes: changes))))
  }

  mutating func hero(_ id: String, name: String? = nil) {
    events.append(.catalogue(.heroSaved(HeroSaved(hero: Hero(id: id, name: name ?? id)))))
  }

  mutating func story(
    _ id: String, hero: String? = nil, length: Double = 600, at: String = "2026-01-01T00:00:00Z", favorite: Bool = false
  ) {
    let story = Story(
      id: id, title: "Title of \(id)", heroId: hero, estimatedDuration: length, createdAt: instant(at),
      isFavorite: favorite)
    events.append(.catalogue(.storySaved(StorySaved(story: story))))
  }

  mutating func remove(story id: String) {
    let story = Story(id: id, title: "", estimatedDuration: 1, createdAt: Instant(seconds: 0))
    events.append(.catalogue(.storyRemoved(StoryRemoved(story: story))))
  }

  @discardableResult
  mutating func listen(
    _ start: String, minutes: Double = 10, to story: String = "s", completed: Bool = true, duration: Double? = nil
  ) -> ListeningSession {
    let start = instant(start)
    let session = ListeningSession(
      storyId: story, startedAt: start, endedAt: start + Int64(minutes * 60), completed: completed,
      duration: duration ?? minutes * 60)
    events.append(.listening(.recorded(ListeningRecorded(session: session))))
    return session
  }

  mutating func change(_ old: ListeningSession, _ edit: (inout ListeningSession) -> Void) {
    var new = old
    edit(&new)
    events.append(.listening(.changed(ListeningChanged(old: old, new: new))))
  }

  mutating func remove(_ session: ListeningSession) {
    events.append(.listening(.removed(ListeningRemoved(session: session))))
  }

  mutating func append(_ event: Event) { events.append(event) }

  func view() -> StatsView {
    var view = StatsView()
    for event in events { view.apply(event, zones: TestZones.shared) }
    return view
  }

  func milestones() -> MilestonesView {
    var view = MilestonesView()
    for event in events { view.apply(event, zones: TestZones.shared) }
    return view
  }

  func summary(now: String) -> ListeningSummary {
    var view = view()
    return view.summary(now: instant(now))
  }

  /// Returns the minutes of the days that have any.
  func minutes(_ from: String, _ to: String) -> [String: Double] {
    var view = view()
    let days = ActivityDays.from(Day(from)!, to: Day(to)!)
    return view.activity(days, now: Instant(seconds: 0)).reduce(into: [:]) { minutes, point in
      if point.minutes > 0 { minutes[point.date.description] = point.minutes }
    }
  }
}

func instant(_ text: String) -> Instant { Instant(rfc3339: text)! }
