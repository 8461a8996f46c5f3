import Chronology
import Domain
import SeededRandom

/// Generates the events of a random user: creations, retries (which make no event), extensions, late and out-of-order
/// uploads, edits, deletions, and changes of zone, day start and rest days.
struct RandomHistory {
  var random: SplitMix
  private var profile: Profile
  private var heroes: [Hero] = []
  private var stories: [Story] = []
  private var sessions: [ListeningSession] = []
  private let first: Int64
  private let days: Int64

  private var dating = RandomDating()

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let beginnings = [
      "2011-12-15T00:00:00Z", "2018-10-20T00:00:00Z", "2024-03-01T00:00:00Z", "2024-10-15T00:00:00Z",
      "2026-09-20T00:00:00Z",
    ]
    first = Instant(rfc3339: beginnings.randomElement(using: &random)!)!.seconds
    days = [12, 45, 120].randomElement(using: &random)!
    profile = Profile(createdAt: Instant(seconds: first))
  }

  /// Returns a random instant in the history or shortly after it.
  mutating func instant() -> Instant {
    let second = first + Int64.random(in: 0...(days + 3) * 86_400, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let calendar = TestZones.shared.calendar(zone: profile.timezone, dayStart: profile.dayStart)
      let start = calendar.start(of: calendar.day(of: Instant(seconds: second)))
      return start + [-1, 0, 1].randomElement(using: &random)!
    case 1: return Instant(seconds: second / 1_800 * 1_800)
    default: return Instant(seconds: second)
    }
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Returns the events of the next action: none, one or a burst.
  mutating func next() -> [Event] {
    if let event = dating.next(using: &random) { return [event] }
    return switch Int.random(in: 0..<100, using: &random) {
    case 0..<6: saveStory()
    case 6..<9: saveHero()
    case 9..<11: remove(from: \.stories) { .catalogue(.storyRemoved(StoryRemoved(story: $0))) }
    case 11..<12: removeHero()
    case 12..<15: favor()
    case 15..<19: changeProfile()
    case 19..<30: changeSession()
    case 30..<36: remove(from: \.sessions) { .listening(.removed(ListeningRemoved(session: $0))) }
    case 36..<40: (0..<Int.random(in: 3...12, using: &random)).flatMap { _ in recordSession() }
    default: recordSession()
    }
  }

  private mutating func saveHero() -> [Event] {
    let id = "hero-\(Int.random(in: 0..<4, using: &random))"
    let hero = Hero(id: id, name: ["Ada", "Bo", "Émile"].randomElement(using: &random)!)
    heroes.removeAll { $0.id == id }
    heroes.append(hero)
    return [.catalogue(.heroSaved(HeroSaved(hero: hero)))]
  }

  private mutating func removeHero() -> [Event] {
    guard let index = heroes.indices.randomElement(using: &random) else { return [] }
    let hero = heroes.remove(at: index)
    for index in stories.indices where stories[index].heroId == hero.id { stories[index].heroId = nil }
    return [.catalogue(.heroRemoved(HeroRemoved(hero: hero)))]
  }

  private mutating func saveStory() -> [Event] {
    let id = "story-\(Int.random(in: 0..<14, using: &random))"
    let old = stories.first { $0.id == id }
    let story = Story(
      id: id, title: "Title \(Int.random(in: 0..<100, using: &random))",
      heroId: chance(70) ? heroes.randomElement(using: &random)?.id : nil,
      estimatedDuration: Double(Int.random(in: 1...4_000, using: &random)), createdAt: old?.createdAt ?? instant(),
      isFavorite: chance(30))
    stories.removeAll { $0.id == id }
    stories.append(story)
    return [.catalogue(.storySaved(StorySaved(story: story, old: old)))]
  }

  private mutating func favor() -> [Event] {
    guard let index = stories.indices.randomElement(using: &random) else { return [] }
    stories[index].isFavorite.toggle()
    let id = stories[index].id
    return stories[index].isFavorite
      ? [.catalogue(.storyFavorited(StoryFavorited(storyId: id)))]
      : [.catalogue(.storyUnfavorited(StoryUnfavorited(storyId: id)))]
  }

  private mutating func changeProfile() -> [Event] {
    if chance(60) { profile.timezone = TestZones.names.randomElement(using: &random)! }
    if chance(40) { profile.dayStart = Int.random(in: 0...6, using: &random) }
    if chance(40) { profile.restDaysPerWeek = Int.random(in: 0...3, using: &random) }
    var instants = self
    let event = RandomSettings.change(profile, using: &random) { instants.instant() }
    return [.account(.profileChanged(event))]
  }

  private mutating func recordSession() -> [Event] {
    guard let story = stories.randomElement(using: &random) else { return saveStory() }
    let start = instant()
    if let index = sessions.firstIndex(where: { $0.storyId == story.id && $0.startedAt == start }) {
      return extend(at: index)
    }
    let session = ListeningSession(
      storyId: story.id, startedAt: start, endedAt: start + span(), completed: chance(70), duration: duration())
    sessions.append(session)
    return [.listening(.recorded(ListeningRecorded(session: session)))]
  }

  private mutating func span() -> Int64 {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: 0
    case 1: 86_400
    case 2, 3: Int64.random(in: 0...86_400, using: &random)
    default: Int64.random(in: 1...7_200, using: &random)
    }
  }

  /// Quarters of a second have exact sums in any order.
  private mutating func duration() -> Double {
    chance(5) ? 0 : Double(Int.random(in: 0...8_000, using: &random)) / 4
  }

  private mutating func changeSession() -> [Event] {
    guard let index = sessions.indices.randomElement(using: &random) else { return [] }
    // Repeating a report changes nothing and writes nothing.
    if chance(20) { return [] }
    return extend(at: index)
  }

  private mutating func extend(at index: Int) -> [Event] {
    let old = sessions[index]
    if chance(70) { sessions[index].endedAt = old.startedAt + span() }
    if chance(70) { sessions[index].duration = duration() }
    if chance(30) { sessions[index].completed.toggle() }
    guard sessions[index] != old else { return [] }
    return [.listening(.changed(ListeningChanged(old: old, new: sessions[index])))]
  }

  private mutating func remove<Fact>(
    from facts: WritableKeyPath<RandomHistory, [Fact]>, as event: (Fact) -> Event
  ) -> [Event] {
    guard let index = self[keyPath: facts].indices.randomElement(using: &random) else { return [] }
    return [event(self[keyPath: facts].remove(at: index))]
  }
}
