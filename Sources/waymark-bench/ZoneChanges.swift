import Chronology
import Domain
import Service

/// Changes of the time zone that count from now on, of a user with a long history, and the reads after them.
struct ZoneChanges {
  private static let names = ["Europe/Berlin", "Asia/Tokyo"]
  private static let rounds = 200
  /// One change every two days.
  private static let gap: Int64 = 2 * 86_400

  private let zones = Zones()
  private var view = StatsView()
  private var profile = Profile(createdAt: Instant(seconds: 0))
  private var now: Instant

  /// The user has lived in the first zone. `history` returns its events up to `end`.
  init(end: Instant, history: ((Event) -> Void) throws -> Void) throws {
    for name in Self.names where zones.zone(named: name) == nil {
      throw BenchFailure("the time zone \(name) is missing; install tzdata")
    }
    now = end + Self.gap
    profile.timezone = Self.names[0]
    view.apply(.account(.opened(AccountOpened(at: Instant(seconds: 0), datesUnlocks: true))), zones: zones)
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile))), zones: zones)
    var folded = view
    try history { folded.apply($0, zones: zones) }
    view = folded
    _ = view.milestones(now: now)
  }

  /// Alternates between the reads, so that all run under the same conditions.
  mutating func rows() -> [BenchRow] {
    var unchanged: [Double] = []
    var renamed: [Double] = []
    var moved: [Double] = []
    var read: [Double] = []
    for round in 1...Self.rounds {
      unchanged.append(microseconds { $0.summary() })
      renamed.append(
        microseconds {
          $0.rename(round)
          $0.summary()
        })
      var zoneRead = 0.0
      moved.append(
        microseconds {
          $0.move(to: Self.names[round % 2])
          zoneRead = $0.microseconds { $0.summary() }
        })
      read.append(zoneRead)
    }
    let (unchangedRead, few, many) = (median(unchanged), median(moved.prefix(20)), median(moved.suffix(20)))
    return [
      BenchRow(
        "the summary after a change of zone from now on", median(read), "µs", baseline: "an unchanged read",
        baselineValue: unchangedRead, target: "≤ 2 ×", met: median(read) <= 2 * unchangedRead),
      BenchRow(
        "a change of zone from now on and the next summary", median(moved), "µs", baseline: "a new name, the same",
        baselineValue: median(renamed)),
      BenchRow(
        "the same with \(Self.rounds) changes before", many, "µs", baseline: "with up to 20", baselineValue: few),
    ]
  }

  /// A read and its reply, as the service makes it.
  private mutating func summary() { _ = Bench.encodedBytes(view.summary(now: now)) }

  private mutating func rename(_ round: Int) {
    profile.displayName = "Ada \(round)"
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile, changes: []))), zones: zones)
  }

  private mutating func move(to name: String) {
    now = now + Self.gap
    profile.timezone = name
    let change = SettingChange(.timezone, since: now)
    view.apply(.account(.profileChanged(ProfileChanged(profile: profile, changes: [change]))), zones: zones)
  }

  private mutating func microseconds(_ work: (inout ZoneChanges) -> Void) -> Double {
    let start = ContinuousClock.now
    work(&self)
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  private func median(_ times: some Collection<Double>) -> Double { times.sorted()[times.count / 2] }
}
