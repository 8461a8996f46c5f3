public import Chronology

/// Runs of streak days, which are added in ascending order.
///
/// With n rest days per week, a run continues over missed days as long as it misses at most n in each ISO week. Each
/// week has the number of rest days that was set last before the week ended. Missed days do not add to the length. A
/// gap that exceeds n ends the run, and the next run starts without missed days.
public struct Streaks: Hashable, Sendable {
  private let restDays: SettingByDay<Int>
  /// The length of the longest run.
  public private(set) var longest = 0
  private var run: Run?

  /// The last day that was added.
  var lastDay: Day? { run?.last }

  /// The run that contains the last day.
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
    self.init(restDays: SettingByDay(restDaysPerWeek))
  }

  init(restDays: SettingByDay<Int>) {
    self.restDays = restDays
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

  /// Returns the length of the last run if it is still open: its last day is yesterday or later, or rest days cover
  /// every missed day up to yesterday.
  public func current(on today: Day) -> Int {
    guard let run, missed(of: run, before: today) != nil else { return 0 }
    return run.length
  }

  /// Returns the run's missed days after missing all days before this one, or nil if that ends the run.
  private func missed(of run: Run, before day: Day) -> Missed? {
    var missed = run.missed
    var between = run.last + 1
    while between < day {
      if between.week != missed.week { missed = Missed(week: between.week) }
      missed.days += 1
      guard missed.days <= restDays[week: missed.week] else { return nil }
      between = between + 1
    }
    return missed
  }
}
