public import Chronology

/// What a day's minutes are of.
public enum ActivityKind: String, Codable, CaseIterable, Sendable {
  case listening, reading, rucks
}

/// Which days are asked for.
public enum ActivityDays: Hashable, Sendable {
  /// So many, of which the last is today.
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
  /// One point a day, oldest first. A session that runs across a day's beginning has given each day its share.
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
      case .reading: reading.days.seconds(from: first, to: last)
      case .rucks: rucks.seconds(from: first, to: last)
      }
    return seconds.enumerated().map { offset, seconds in
      ActivityPoint(date: first + offset, minutes: seconds.minutesToTwoDecimals)
    }
  }
}

extension Double {
  /// Seconds as days show them.
  var minutesToTwoDecimals: Double {
    let hundredths = (clampedToFinite / 60 * 100).rounded()
    return (hundredths / 100).clampedToFinite
  }
}
