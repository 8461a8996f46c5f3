import Chronology

/// The state from which the figures of listening are computed: the profile, the catalogue and the sessions.
struct ListeningFold: Sendable {
  private(set) var profile = Profile(createdAt: Instant(seconds: 0))
  private(set) var settings = SettingsHistory(Profile(createdAt: Instant(seconds: 0)))
  private(set) var heroes: [String: Hero] = [:]
  private(set) var stories = StoryTable()
  var history = ListeningHistory()
  private(set) var calendar = LocalCalendar(zone: .utc)
  private(set) var restDays = SettingByDay(0)
  /// The first second at which the last change of settings made a difference to streaks, or nil if it made none.
  private(set) var settingsDifference: Int64?
  private var isBaseChanged = true

  mutating func apply(_ event: Event, zones: any ZoneSource) {
    switch event {
    case .listening(.recorded(let event)): history.record(row(of: event.session))
    case .listening(.changed(let event)): history.change(row(of: event.new))
    case .listening(.removed(let event)): history.remove(row(of: event.session))
    case .account(.opened(let event)):
      profile.createdAt = event.at
      isBaseChanged = true
    case .account(.profileChanged(let event)): change(event, zones: zones)
    case .account(.unlocksDated): break
    case .catalogue(.heroSaved(let event)): changeBase { $0.heroes[event.hero.id] = event.hero }
    case .catalogue(.heroRemoved(let event)):
      changeBase {
        $0.heroes[event.hero.id] = nil
        $0.stories.clearHero(event.hero.id)
      }
    case .catalogue(.storySaved(let event)): changeBase { $0.stories.save(event.story) }
    case .catalogue(.storyRemoved(let event)): changeBase { $0.stories.remove(id: event.story.id) }
    case .catalogue(.storyFavorited(let event)): changeBase { $0.stories.favor(true, id: event.storyId) }
    case .catalogue(.storyUnfavorited(let event)): changeBase { $0.stories.favor(false, id: event.storyId) }
    case .reading, .rucks, .diversity, .goals, .shares, .connections, .covers: break
    }
  }

  private mutating func changeBase(_ change: (inout ListeningFold) -> Void) {
    change(&self)
    isBaseChanged = true
  }

  private mutating func row(of session: ListeningSession) -> ListeningRow {
    let known = stories.ids.count
    let number = stories.number(of: session.storyId)
    if stories.ids.count != known { isBaseChanged = true }
    return ListeningRow(session, story: number)
  }

  private mutating func change(_ event: ProfileChanged, zones: any ZoneSource) {
    profile = event.profile
    settings.apply(event)
    isBaseChanged = true
    rezone(zones: zones)
  }

  /// Recounts what a change of the settings or of the zone rules affects.
  mutating func rezone(zones: any ZoneSource) {
    let old = StreakSettings(calendar: calendar, restDays: restDays)
    calendar = settings.calendar(zones)
    restDays = SettingByDay(settings.restDaysPerWeek, in: calendar)
    settingsDifference = StreakSettings(calendar: calendar, restDays: restDays).firstDifference(from: old)
    history.count(in: calendar, restDays: restDays)
  }

  var approximateBytes: Int {
    512 + heroes.count * 128 + stories.approximateBytes + history.approximateBytes
  }
}

extension ListeningFold {
  static let basePart = "base"

  mutating func takeChangedParts() -> [SnapshotPart] {
    var parts = history.takeChangedParts()
    if isBaseChanged { parts.append(SnapshotPart(name: Self.basePart, bytes: base())) }
    isBaseChanged = false
    return parts
  }

  mutating func allParts() -> [SnapshotPart] {
    history.allParts() + [SnapshotPart(name: Self.basePart, bytes: base())]
  }

  private func base() -> [UInt8] {
    var writer = ByteWriter()
    writer.write(profile.displayName) { $0.write($1) }
    settings.write(to: &writer)
    writer.write(profile.createdAt.seconds)
    writer.write(UInt32(heroes.count))
    for (id, hero) in heroes.sorted(by: { $0.key < $1.key }) {
      writer.write(id)
      writer.write(hero.name)
    }
    stories.write(to: &writer)
    return writer.bytes
  }

  /// Ignores parts with other names, which belong to the caller.
  init(parts: [SnapshotPart], zones: any ZoneSource) throws(SnapshotDamage) {
    guard let base = parts.first(where: { $0.name == Self.basePart })?.bytes else {
      throw SnapshotDamage("the base is missing")
    }
    var reader = ByteReader(base)
    profile.displayName = try reader.bool() ? try reader.text() : nil
    settings = try SettingsHistory(from: &reader)
    profile.timezone = settings.timezone.current
    profile.dayStart = settings.dayStart.current
    profile.restDaysPerWeek = settings.restDaysPerWeek.current
    profile.createdAt = Instant(seconds: try reader.integer())
    for _ in 0..<(try reader.count(itemBytes: 8)) {
      let id = try reader.text()
      heroes[id] = Hero(id: id, name: try reader.text())
    }
    stories = try StoryTable(from: &reader)
    try reader.finish()
    try history.restore(from: parts, storyCount: stories.ids.count)
    isBaseChanged = false
    rezone(zones: zones)
  }
}
