import Chronology
import Domain
import Proto

/// Decodes and folds a journal of a million listening sessions from memory, and compares warm queries with those of a
/// user with a hundred sessions.
enum FoldBench {
  static let bench = Bench(name: "fold", summary: "fold a million events, from memory and through the stack", run: run)

  private static let eventCount = 1_000_000
  private static let fewCount = 100

  static func run() throws -> [BenchRow] {
    let journal = try Journal(sessionCount: eventCount)
    let few = try Journal(sessionCount: fewCount)
    var rows: [BenchRow] = []

    let decodeNanoseconds = try nanoseconds { try journal.forEach { _ in } } / Double(eventCount)
    rows.append(BenchRow("decode an event", decodeNanoseconds, "ns"))

    var view = StatsView()
    let viewSeconds = try nanoseconds { try journal.forEach { view.apply($0, zones: NoZones()) } } / 1e9
    rows.append(rate("decode and fold into the statistics", seconds: viewSeconds))
    var milestones = MilestonesView()
    let milestonesSeconds = try nanoseconds { try journal.forEach { milestones.apply($0, zones: NoZones()) } } / 1e9
    rows.append(rate("decode and fold into the milestones", seconds: milestonesSeconds))

    var small = StatsView()
    try few.forEach { small.apply($0, zones: NoZones()) }
    let now = journal.end
    rows.append(BenchRow("first summary after a million", nanoseconds { _ = view.summary(now: now) } / 1e6, "ms"))
    rows += [
      query("summary", on: &view, comparedWith: &small, limit: 1.5) { view in view.summary(now: now).totalPlayCount },
      query("activity of a year", on: &view, comparedWith: &small, limit: 3) { $0.activity(.year, now: now).count },
      query("heroes", on: &view, comparedWith: &small, limit: 3) { $0.heroes().count },
      query("insights", on: &view, comparedWith: &small, limit: 3) { $0.insights().preferredListeningHour ?? 0 },
    ]
    rows += afterWrites(&view, journal: journal)
    rows += try snapshots(&view, now: now)
    var changes = try ZoneChanges(end: now) { fold in try journal.forEach(fold) }
    rows += changes.rows()
    rows.append(
      BenchRow("resident in the statistics", Double(view.approximateBytes) / Double(eventCount), "bytes/session"))
    return rows + (try StackFold.run())
  }

  private static func rate(_ name: String, seconds: Double) -> BenchRow {
    let rate = Double(eventCount) / seconds
    return BenchRow(name, rate, "events/s", target: "≥ 1,000,000 a core", met: rate >= 1_000_000)
  }

  private static func query(
    _ name: String, on view: inout StatsView, comparedWith small: inout StatsView, limit: Double,
    query: (inout StatsView) -> Int
  ) -> BenchRow {
    let large = repeated(500) { _ = query(&view) }
    let baseline = repeated(500) { _ = query(&small) }
    return BenchRow(
      "\(name), a million sessions", large, "ns", baseline: "a hundred sessions", baselineValue: baseline,
      target: "≤ \(limit) ×", met: large <= baseline * limit)
  }

  /// The first read after a write of a new session, and after an edit of an old one.
  private static func afterWrites(_ view: inout StatsView, journal: Journal) -> [BenchRow] {
    var next = journal.end
    let appended = repeated(200) {
      next = next + 1
      view.apply(.listening(.recorded(ListeningRecorded(session: journal.session(at: next)))), zones: NoZones())
      _ = view.summary(now: next)
    }
    var index = 0
    func edit() {
      index += 1
      let old = journal.session(number: index * 2_001)
      var new = old
      new.duration += 1
      view.apply(.listening(.changed(ListeningChanged(old: old, new: new))), zones: NoZones())
    }
    let edited = repeated(200) {
      edit()
      _ = view.summary(now: next)
    }
    _ = view.heroes()
    let heroes = repeated(200) {
      edit()
      _ = view.heroes()
    }
    return [
      BenchRow("a new session and the next summary", appended, "ns"),
      BenchRow("an edit years back and the next summary", edited / 1e3, "µs"),
      BenchRow("an edit and the next heroes", heroes / 1e3, "µs"),
    ]
  }

  private static func snapshots(_ view: inout StatsView, now: Instant) throws -> [BenchRow] {
    var parts: [SnapshotPart] = []
    let written = nanoseconds { parts = view.allParts() }
    var restored = StatsView()
    let read = try nanoseconds { restored = try StatsView(parts: parts, zones: NoZones()) }
    let rebucketed = nanoseconds {
      restored.rezone(zones: NoZones())
      _ = restored.summary(now: now)
    }
    return [
      BenchRow("writing all parts of a snapshot", written / 1e6, "ms"),
      BenchRow("restoring them", read / 1e6, "ms"),
      BenchRow("a change of zone that always counts and the next summary", rebucketed / 1e6, "ms"),
    ]
  }

  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
  }

  private static func repeated(_ count: Int, _ work: () -> Void) -> Double {
    work()
    return nanoseconds { for _ in 0..<count { work() } } / Double(count)
  }
}

/// The encoded events of a user who listens to two hundred stories around the clock for years.
private struct Journal {
  private var bytes: [UInt8] = []
  private let sessionCount: Int
  private static let first: Int64 = 1_500_000_000
  private static let storyCount = 200
  private static let gap: Int64 = 120

  init(sessionCount: Int) throws {
    self.sessionCount = sessionCount
    for index in 0..<Self.storyCount {
      let hero = Hero(id: "hero-\(index % 20)", name: "Hero \(index % 20)")
      if index < 20 { try append(.catalogue(.heroSaved(HeroSaved(hero: hero)))) }
      let story = Story(
        id: "story-\(index)", title: "Story \(index)", heroId: hero.id, estimatedDuration: 900,
        createdAt: Instant(seconds: Self.first))
      try append(.catalogue(.storySaved(StorySaved(story: story))))
    }
    for number in 0..<sessionCount {
      try append(.listening(.recorded(ListeningRecorded(session: session(number: number)))))
    }
  }

  var end: Instant { Instant(seconds: Self.first + Int64(sessionCount) * Self.gap) }

  func session(number: Int) -> ListeningSession {
    session(at: Instant(seconds: Self.first + Int64(number) * Self.gap))
  }

  func session(at start: Instant) -> ListeningSession {
    ListeningSession(
      storyId: "story-\(start.seconds / Self.gap % Int64(Self.storyCount))", startedAt: start, endedAt: start + 100,
      completed: true, duration: 99.5)
  }

  private mutating func append(_ event: Event) throws {
    bytes += try CBOREncoder.encode(event)
  }

  func forEach(_ body: (Event) -> Void) throws {
    try CBORDecoder.decodeEach(Event.self, in: bytes) { event in body(event) }
  }
}
