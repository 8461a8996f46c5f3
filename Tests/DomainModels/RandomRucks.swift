import Chronology
import Domain
import SeededRandom
import SlowModels

/// Generates the events of a random user with rucks: late uploads, later reports, edits, deletions, and changes of zone
/// and day start.
struct RandomRucks {
  var random: SplitMix
  private(set) var facts = SlowRucks(zones: TestZones.shared)
  private let first: Int64
  private let days: Int64

  init(seed: UInt64) {
    random = SplitMix(seed: seed)
    let beginnings = [
      "2011-12-15T00:00:00Z", "2018-10-20T00:00:00Z", "2024-01-25T00:00:00Z", "2024-10-15T00:00:00Z",
      "2026-09-20T00:00:00Z",
    ]
    first = Instant(rfc3339: beginnings.randomElement(using: &random)!)!.seconds
    days = [9, 50, 120, 800].randomElement(using: &random)!
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// Returns an instant in the history or shortly after it, often at the boundary of a week.
  mutating func instant() -> Instant {
    let second = Instant(seconds: first + Int64.random(in: 0...(days + 3) * 86_400, using: &random))
    guard chance(45) else { return second }
    let calendar = facts.calendar
    let day = calendar.day(of: second)
    return calendar.start(of: chance(50) ? day.startOfWeek : day) + [-1, 0, 1].randomElement(using: &random)!
  }

  mutating func next() -> [Event] {
    let events: [Event] =
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<6: changeProfile()
      case 6..<9: aim()
      case 9..<24: change()
      case 24..<34: remove()
      case 34..<40: (0..<8).flatMap { _ in record() }
      default: record()
      }
    return events
  }

  /// Returns facts one by one, because a burst may contain the same start twice.
  private mutating func emit(_ event: Event) -> [Event] {
    facts.apply(event)
    return [event]
  }

  private mutating func changeProfile() -> [Event] {
    var profile = facts.profile
    if chance(60) { profile.timezone = TestZones.names.randomElement(using: &random)! }
    if chance(50) { profile.dayStart = Int.random(in: 0...6, using: &random) }
    var instants = self
    let event = RandomSettings.change(profile, using: &random) { instants.instant() }
    return emit(.account(.profileChanged(event)))
  }

  private mutating func aim() -> [Event] {
    var instants = self
    let since = RandomSettings.since(using: &random) { instants.instant() }
    if chance(30) {
      return emit(.goals(.cleared(GoalCleared(type: .weeklyRucks, old: facts.weeklyGoal, since: since))))
    }
    let target = Int.random(in: 1...5, using: &random)
    return emit(.goals(.set(GoalSet(type: .weeklyRucks, target: target, since: since))))
  }

  private mutating func record() -> [Event] {
    let start = instant()
    guard facts.rucks[start] == nil else { return [] }
    return emit(.rucks(.recorded(RuckRecorded(ruck: ruck(at: start, id: chance(30) ? "r\(start.seconds)" : nil)))))
  }

  private mutating func some() -> Ruck? {
    facts.rucks.keys.sorted().randomElement(using: &random).flatMap { facts.rucks[$0] }
  }

  private mutating func change() -> [Event] {
    guard let old = some() else { return [] }
    return emit(.rucks(.changed(RuckChanged(old: old, new: ruck(at: old.startedAt, id: old.id)))))
  }

  private mutating func remove() -> [Event] {
    guard let old = some() else { return [] }
    return emit(.rucks(.removed(RuckRemoved(ruck: old))))
  }

  private mutating func ruck(at start: Instant, id: String?) -> Ruck {
    let span = chance(8) ? Int64.random(in: 0...604_800, using: &random) : Int64.random(in: 0...14_400, using: &random)
    let distance = [0, 999.9, 1_000, 5_000, Double.random(in: 0...40_000, using: &random)]
    let load = [0, 10, 20, Double.random(in: 0...60, using: &random)]
    let weather = RuckWeather(
      temperature: [-5, 20, 20, Double.random(in: -20...40, using: &random)].randomElement(using: &random)!,
      condition: ["rain", "Sun", "fog", "雪"].randomElement(using: &random)!)
    let terrain = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      RuckSegment(
        type: Terrain.allCases.randomElement(using: &random)!, distance: Double.random(in: 0...9_000, using: &random))
    }
    return Ruck(
      id: id, startedAt: start, endedAt: start + span, distance: distance.randomElement(using: &random)!,
      loadWeight: load.randomElement(using: &random)!,
      calories: chance(50) ? Double.random(in: 0...2_000, using: &random) : nil,
      movingTime: chance(50) ? Double(span) * 0.75 : nil, terrain: chance(60) ? terrain : nil,
      weather: chance(60) ? weather : nil)
  }
}
