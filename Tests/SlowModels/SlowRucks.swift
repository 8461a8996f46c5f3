package import Chronology
package import Domain

/// The same figures in the most obvious way: keep the rucks and scan all of them for every figure. Figures are JSON
/// values without null members.
package struct SlowRucks {
  package var profile = Profile(createdAt: Instant(seconds: 0))
  private var settings = SlowSettings()
  private var targets = SlowTargets()
  package var rucks: [Instant: Ruck] = [:]
  private let zones: any ZoneSource

  package init(zones: any ZoneSource) {
    self.zones = zones
  }

  package var calendar: LocalCalendar { settings.calendar }
  /// The goal that was set last.
  package var weeklyGoal: Int { targets.current(.weeklyRucks) }
  /// The earliest start first.
  package var sorted: [Ruck] { rucks.values.sorted { $0.startedAt < $1.startedAt } }

  package mutating func apply(_ event: Event) {
    switch event {
    case .account(.profileChanged(let event)):
      profile = event.profile
      settings.apply(event, zones)
    case .rucks(.recorded(let event)): rucks[event.ruck.startedAt] = event.ruck
    case .rucks(.changed(let event)): rucks[event.new.startedAt] = event.new
    case .rucks(.removed(let event)): rucks[event.ruck.startedAt] = nil
    case .goals(let event): targets.apply(event)
    case .account(.opened), .account(.unlocksDated), .catalogue, .listening, .reading, .diversity, .shares,
      .connections, .covers:
      break
    }
  }

  package func day(of ruck: Ruck) -> Day { calendar.day(of: ruck.startedAt) }
  func week(of ruck: Ruck) -> Day { day(of: ruck).startOfWeek }
  package func sum(_ rucks: [Ruck], _ value: (Ruck) -> Double) -> Double { rucks.reduce(0) { $0 + value($1) } }

  func pace(_ rucks: [Ruck]) -> Double? {
    let kilometres = sum(rucks) { $0.distance / 1_000 }
    return kilometres > 0 ? sum(rucks) { $0.seconds / 60 } / kilometres : nil
  }

  func first(of period: RuckPeriod, on today: Day) -> Day {
    let (year, month, _) = today.civil
    switch period {
    case .weekly: return today.startOfWeek
    case .monthly: return Day(year: year, month: month, day: 1)
    case .quarterly: return Day(year: year, month: [1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10][month - 1], day: 1)
    case .yearly: return Day(year: year, month: 1, day: 1)
    case .allTime: return min(sorted.first.map { day(of: $0) } ?? today, today)
    }
  }

  func rucks(from: Day, to: Day) -> [Ruck] { sorted.filter { (from...to).contains(day(of: $0)) } }

  package func analytics(
    _ period: RuckPeriod, on today: Day, comparedWith compared: ComparedPeriod? = nil
  ) -> [String: Any] {
    let days = first(of: period, on: today)...today
    let then = period == .allTime ? nil : previous(period, days)
    return analytics(period.rawValue, days, since: then, on: today, compared)
  }

  package func analytics(
    of days: ClosedRange<Day>, on today: Day, comparedWith compared: ComparedPeriod? = nil
  ) -> [String: Any] {
    analytics("custom", days, since: previous(days), on: today, compared)
  }

  func previous(_ period: RuckPeriod, _ days: ClosedRange<Day>) -> ClosedRange<Day> {
    let (from, today) = (days.lowerBound, days.upperBound)
    let before = first(of: period, on: from + -1)
    return before...(before + min(today - from, from - before - 1))
  }

  func previous(_ days: ClosedRange<Day>) -> ClosedRange<Day> {
    (days.lowerBound + -(days.upperBound - days.lowerBound + 1))...(days.lowerBound + -1)
  }

  private func analytics(
    _ name: String, _ days: ClosedRange<Day>, since before: ClosedRange<Day>?, on today: Day,
    _ compared: ComparedPeriod?
  ) -> [String: Any] {
    let now = rucks(from: days.lowerBound, to: days.upperBound)
    var result = totals(of: days)
    result["timePeriod"] = name
    result["trainingStreak"] = current(on: today)
    guard let before else { return result }
    result["comparison"] = compared.map { totals(of: $0.slowDays(days, previous: before)) }
    let then = rucks(from: before.lowerBound, to: before.upperBound)
    result["distanceTrend"] = trend(sum(now, \.distance), sum(then, \.distance))
    result["paceTrend"] = trend(pace(now), pace(then))
    result["weightMovedTrend"] = trend(sum(now, \.weightMoved), sum(then, \.weightMoved))
    result["sessionsTrend"] = trend(Double(now.count), Double(then.count))
    return result
  }

  private func totals(of days: ClosedRange<Day>) -> [String: Any] {
    let rucks = rucks(from: days.lowerBound, to: days.upperBound)
    var result: [String: Any] = [
      "from": days.lowerBound.description, "to": days.upperBound.description, "totalSessions": rucks.count,
      "totalDistance": sum(rucks, \.distance), "totalDuration": sum(rucks, \.seconds),
      "totalWeightMoved": sum(rucks) { $0.loadWeight * $0.distance }, "totalCalories": sum(rucks) { $0.calories ?? 0 },
    ]
    result["averagePace"] = pace(rucks)
    if !rucks.isEmpty { result["averageLoad"] = sum(rucks, \.loadWeight) / Double(rucks.count) }
    return result
  }

  func trend(_ current: Double?, _ previous: Double?) -> [String: Any]? {
    guard let current, let previous, previous != 0 else { return nil }
    let thousandths = ((current / previous * 1_000 - 1_000) * 1e9).rounded() / 1e9
    let change = thousandths / 10
    return [
      "current": current, "previous": previous, "changePercent": thousandths.rounded() / 10,
      "direction": abs(change) < 1 ? "flat" : change > 0 ? "up" : "down",
    ]
  }

  func sessions(inWeekOf monday: Day) -> [Ruck] { sorted.filter { week(of: $0) == monday } }

  func goal(inWeekOf monday: Day) -> Int {
    targets.target(of: .weeklyRucks, before: calendar.start(of: monday + 7))
  }

  func meetsGoal(inWeekOf monday: Day) -> Bool { sessions(inWeekOf: monday).count >= goal(inWeekOf: monday) }

  func current(on today: Day) -> Int {
    var monday = today.startOfWeek
    if !meetsGoal(inWeekOf: monday) { monday = monday + -7 }
    var weeks = 0
    while meetsGoal(inWeekOf: monday) { (weeks, monday) = (weeks + 1, monday + -7) }
    return weeks
  }

  package func streak(on today: Day) -> [String: Any] {
    var longest = 0
    for start in Set(sorted.map { week(of: $0) }) {
      var weeks = 0
      while meetsGoal(inWeekOf: start + 7 * weeks) { weeks += 1 }
      longest = max(longest, weeks)
    }
    let count = sessions(inWeekOf: today.startOfWeek).count
    let current = current(on: today)
    let weeklyGoal = goal(inWeekOf: today.startOfWeek)
    var result: [String: Any] = [
      "current": current, "longest": longest, "weeklyGoal": weeklyGoal,
      "thisWeek": ["sessions": count, "meetsGoal": count >= weeklyGoal, "remaining": max(0, weeklyGoal - count)],
    ]
    if count >= weeklyGoal, [4, 8, 12, 26, 52].contains(current) { result["celebration"] = ["weeks": current] }
    return result
  }

  package func weekly(_ count: Int, on today: Day) -> [String: Any] {
    let mondays = (0..<count).reversed().map { today.startOfWeek + -7 * $0 }
    let rucks = mondays.map { sessions(inWeekOf: $0) }
    let weeks = zip(mondays, rucks).map { monday, rucks in
      var week: [String: Any] = [
        "weekStart": monday.description, "sessions": rucks.count, "distance": sum(rucks, \.distance),
        "weightMoved": sum(rucks, \.weightMoved), "goal": goal(inWeekOf: monday),
        "meetsGoal": rucks.count >= goal(inWeekOf: monday),
      ]
      week["averagePace"] = pace(rucks)
      return week
    }
    let all = rucks.flatMap { $0 }
    return [
      "weeks": weeks, "averageSessionsPerWeek": Double(all.count) / Double(count),
      "averageDistancePerWeek": sum(all, \.distance) / Double(count),
    ]
  }
}
