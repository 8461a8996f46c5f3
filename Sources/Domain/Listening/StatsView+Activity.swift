public import Chronology

/// The activity whose minutes are counted.
public enum ActivityKind: String, Codable, CaseIterable, Sendable {
  case listening, reading, rucks
}

/// The requested days.
public enum ActivityDays: Hashable, Sendable {
  /// This many days, the last of which is today.
  case last(Int)
  /// Both included, at most `mostDays`.
  case from(Day, to: Day)

  public static let week = ActivityDays.last(7)
  public static let month = ActivityDays.last(30)
  public static let year = ActivityDays.last(365)
  public static let mostDays = 3_660
}

public struct ActivityPoint: Codable, Hashable, Sendable {
  public var date: Day
  /// The day's seconds / 60, to two decimals.
  public var minutes: Double
}

extension StatsView {
  /// Returns one point per day, oldest first. A session over several days is divided among them.
  public mutating func activity(
    _ days: ActivityDays, of kind: ActivityKind = .listening, now: Instant
  ) -> [ActivityPoint] {
    let (first, last): (Day, Day)
    switch days {
    case .last(let count):
      last = fold.calendar.day(of: now)
      first = last + (1 - count)
    case .from(let from, to: let to): (first, last) = (from, to)
    }
    guard first <= last, last - first < ActivityDays.mostDays else { return [] }
    let seconds =
      switch kind {
      case .listening: fold.history.seconds(from: first, to: last)
      case .reading: reading.sessions.days.seconds(from: first, to: last)
      case .rucks: rucks.seconds(from: first, to: last)
      }
    return seconds.enumerated().map { offset, seconds in
      ActivityPoint(date: first + offset, minutes: seconds.minutesToTwoDecimals)
    }
  }
}

extension Double {
  /// Seconds as minutes, as activities display them.
  var minutesToTwoDecimals: Double {
    let hundredths = (clampedToFinite / 60 * 100).rounded()
    return (hundredths / 100).clampedToFinite
  }
}
