import Chronology

/// The rucks and the figures computed from them, which are cached until a ruck, the calendar or the day changes.
struct RuckStatistics: Sendable {
  private struct Cache: Sendable {
    var today: Day?
    var analytics: [RuckPeriod: RuckAnalytics] = [:]
    var breakdowns: [RuckPeriod: RuckBreakdown] = [:]
    var weeklies: [Int: RuckWeekly] = [:]
    var streak: TrainingStreak?
  }

  /// Other figures read it too; only this type changes it.
  var history = RuckHistory()
  /// In rucks per week.
  private var weeklyGoal = SettingByDay(GoalType.weeklyRucks.defaultTarget)
  private var cache = Cache()
  private var cachedRecords: RuckRecords?

  init() {}

  mutating func apply(_ event: Event) {
    switch event {
    case .rucks(.recorded(let event)): history.save(RuckRow(event.ruck))
    case .rucks(.changed(let event)): history.save(RuckRow(event.new))
    case .rucks(.removed(let event)): history.remove(startedAt: event.ruck.startedAt.seconds)
    case .account, .catalogue, .listening, .reading, .diversity, .goals, .shares, .connections, .covers: return
    }
    discardCache()
  }

  mutating func count(in calendar: LocalCalendar) {
    history.count(in: calendar)
    discardCache()
  }

  /// Counts all weeks again.
  mutating func setWeeklyGoal(_ weeklyGoal: SettingByDay<Int>) {
    self.weeklyGoal = weeklyGoal
    discardCache()
  }

  private mutating func discardCache() {
    cache = Cache()
    cachedRecords = nil
  }

  private mutating func startDay(_ now: Instant) -> Day {
    let today = history.calendar.day(of: now)
    if cache.today != today { cache = Cache(today: today) }
    return today
  }

  mutating func analytics(of period: RuckPeriod, now: Instant) -> RuckAnalytics {
    let today = startDay(now)
    if let cached = cache.analytics[period] { return cached }
    let first = firstDay(of: period, on: today)
    let previous = period.previous(on: today).map { history.tally(from: $0.lowerBound, to: $0.upperBound) }
    let computed = RuckAnalytics(
      ReportedPeriod(period), from: first, to: today, of: history.tally(from: first, to: today), since: previous,
      streak: streak(now: now).current)
    cache.analytics[period] = computed
    return computed
  }

  /// Returns the figures of the given days, compared with as many days just before them.
  mutating func analytics(of days: ClosedRange<Day>, now: Instant) -> RuckAnalytics {
    let (first, last) = (days.lowerBound, days.upperBound)
    let previous = history.tally(from: first + -(last - first + 1), to: first + -1)
    return RuckAnalytics(
      .custom, from: first, to: last, of: history.tally(from: first, to: last), since: previous,
      streak: streak(now: now).current)
  }

  mutating func totals(of days: ClosedRange<Day>) -> RuckAnalytics.Totals {
    let (first, last) = (days.lowerBound, days.upperBound)
    return RuckAnalytics.Totals(from: first, to: last, of: history.tally(from: first, to: last))
  }

  mutating func breakdown(of days: ClosedRange<Day>) -> RuckBreakdown {
    RuckBreakdown(history.tally(from: days.lowerBound, to: days.upperBound))
  }

  mutating func breakdown(of period: RuckPeriod, now: Instant) -> RuckBreakdown {
    let today = startDay(now)
    if let cached = cache.breakdowns[period] { return cached }
    let computed = RuckBreakdown(history.tally(from: firstDay(of: period, on: today), to: today))
    cache.breakdowns[period] = computed
    return computed
  }

  mutating func weekly(_ count: Int, now: Instant) -> RuckWeekly {
    let today = startDay(now)
    if let cached = cache.weeklies[count] { return cached }
    let computed = RuckWeekly(count, of: history.weeks(), goal: weeklyGoal, on: today)
    cache.weeklies[count] = computed
    return computed
  }

  mutating func streak(now: Instant) -> TrainingStreak {
    let today = startDay(now)
    if let cached = cache.streak { return cached }
    let computed = TrainingStreak(history.weeks(), goal: weeklyGoal, on: today)
    cache.streak = computed
    return computed
  }

  mutating func records() -> RuckRecords {
    if let cachedRecords { return cachedRecords }
    let computed = RuckRecords(history.bests(), in: history.calendar)
    cachedRecords = computed
    return computed
  }

  /// Returns the sums and records of the rucks that started on these days.
  mutating func sums(from first: Day, to last: Day) -> (tally: RuckTally, records: RuckRecords) {
    (history.tally(from: first, to: last), RuckRecords(history.bests(from: first, to: last), in: history.calendar))
  }

  /// Returns the number, time and distance of the rucks that started on these days.
  mutating func effort(from first: Day, to last: Day) -> RuckTally.Effort {
    history.tally(from: first, to: last).effort
  }

  var firstStart: Int64? { history.firstStart }

  mutating func seconds(from first: Day, to last: Day) -> [Double] {
    history.seconds(from: first, to: last)
  }

  private func firstDay(of period: RuckPeriod, on today: Day) -> Day {
    if let first = period.firstDay(on: today) { return first }
    guard let start = history.firstStart else { return today }
    return min(history.calendar.day(of: Instant(seconds: start)), today)
  }
}

extension RuckStatistics {
  var approximateBytes: Int {
    history.approximateBytes + (cache.weeklies.count + cache.analytics.count + cache.breakdowns.count) * 4_096
  }

  mutating func takeChangedParts() -> [SnapshotPart] { history.takeChangedParts() }

  mutating func allParts() -> [SnapshotPart] { history.allParts() }

  init(parts: [SnapshotPart]) throws(SnapshotDamage) {
    history = try RuckHistory(parts: parts)
  }
}
