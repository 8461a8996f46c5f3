public import Chronology

/// The moment since which a new value of a setting counts, as a client writes it.
public enum Since: Hashable, Sendable {
  case now, always
  case day(Day)

  /// Reads `now`, `always` or a day such as `2026-11-20`.
  public init(_ text: String) throws(Rejection) {
    switch text {
    case "now": self = .now
    case "always": self = .always
    default:
      guard let day = Day(text) else {
        throw Rejection("since", "must be \"now\", \"always\" or a day such as 2026-11-20")
      }
      guard day >= Self.earliest else { throw Rejection("since", "must not be before 1970-01-01") }
      self = .day(day)
    }
  }

  /// Returns the instant, or nil for always. `calendar` has the current zone and start of the day for all times.
  public func instant(now: Instant, in calendar: LocalCalendar) throws(Rejection) -> Instant? {
    switch self {
    case .now: return now
    case .always: return nil
    case .day(let day):
      let start = calendar.start(of: day)
      guard start <= now else { throw Rejection("since", "must not be in the future") }
      return start
    }
  }

  private static let earliest = Day(number: 0)
}
