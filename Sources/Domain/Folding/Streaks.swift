public import Chronology

/// Runs of streak days, added in order, earliest first.
///
/// With n rest days a week a run also goes on over missed days, as long as its missed days in any one ISO week are at
/// most n. They add nothing to its length. A gap that would exceed n ends the run, and the next one counts its missed
/// days afresh.
public struct Streaks: Hashable, Sendable {
  public let restDaysPerWeek: Int
  /// The length of the longest run.
  public private(set) var longest = 0
  private var run: Run?

  /// The last of the days added.
  var lastDay: Day? { run?.last }

  /// The run that is still open at the end of the days added.
  private struct Run: Hashable {
    var length: Int
    var missed: Missed
    var last: Day
  }

  /// A run's missed days in the last week in which it missed any.
  private struct Missed: Hashable {
    var week: Int32 = .min
    var days = 0
  }

  public init(restDaysPerWeek: Int) {
    self.restDaysPerWeek = restDaysPerWeek
  }

  public mutating func add(_ day: Day) {
    if var open = run, let missed = missed(of: open, before: day) {
      open.length += 1
      open.missed = missed
      open.last = day
      run = open
    } else {
      run = Run(length: 1, missed: Missed(), last: day)
    }
    longest = max(longest, run?.length ?? 0)
  }

  /// The length of the last run, if its last day is yesterday or later, or if the days missed since then, up to and
  /// including yesterday, are covered by its rest days.
  public func current(on today: Day) -> Int {
    guard let run, missed(of: run, before: today) != nil else { return 0 }
    return run.length
  }

  /// What a run has missed once it has missed all days between its last one and this one; nil if that ends it.
  private func missed(of run: Run, before day: Day) -> Missed? {
    var missed = run.missed
    var between = run.last + 1
    while between < day {
      if between.week != missed.week { missed = Missed(week: between.week) }
      missed.days += 1
      guard missed.days <= restDaysPerWeek else { return nil }
      between = between + 1
    }
    return missed
  }
}
