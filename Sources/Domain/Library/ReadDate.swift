public import Chronology

/// When a read started or finished: an instant, or a calendar date that may be partly unknown.
public enum ReadDate: Hashable, Sendable {
  case instant(Instant)
  case date(PartialDate)

  public init?(at instant: Instant?, on date: PartialDate?) {
    if let instant { self = .instant(instant) } else if let date { self = .date(date) } else { return nil }
  }

  public var instant: Instant? {
    if case .instant(let instant) = self { instant } else { nil }
  }

  /// Nil for an instant, whose date depends on the calendar.
  public var partial: PartialDate? {
    if case .date(let date) = self { date } else { nil }
  }

  /// The date in a calendar.
  public func date(in calendar: LocalCalendar) -> PartialDate {
    switch self {
    case .instant(let instant): .day(calendar.day(of: instant))
    case .date(let date): date
    }
  }

  /// Nil if it is not known to the day.
  public func day(in calendar: LocalCalendar) -> Day? { date(in: calendar).day }

  /// The instant, or the first second of the date.
  func begin(in calendar: LocalCalendar) -> Int64 {
    switch self {
    case .instant(let instant): instant.seconds
    case .date(let date): calendar.start(of: date.first).seconds
    }
  }

  /// The instant, or the last second of the date.
  public func end(in calendar: LocalCalendar) -> Int64 {
    switch self {
    case .instant(let instant): instant.seconds
    case .date(let date): calendar.start(of: date.last + 1).seconds - 1
    }
  }

  /// Whether this is before another date, as far as both are known.
  public func isCertainlyBefore(_ other: ReadDate, in calendar: LocalCalendar) -> Bool {
    if case .instant(let instant) = self, case .instant(let end) = other { return instant < end }
    return date(in: calendar).isCertainlyBefore(other.date(in: calendar))
  }

  /// Whether it is in a range of days. A date that is partly unknown is in it if all its possible days are.
  func isIn(_ days: DaySpan) -> Bool {
    switch self {
    case .instant(let instant): instant.seconds >= days.from && instant.seconds < days.to
    case .date(let date): date.first >= days.first && date.last <= days.last
    }
  }
}

/// A range of days, with its instants in a calendar.
struct DaySpan: Hashable, Sendable {
  let first: Day
  let last: Day
  /// The start of the first day.
  let from: Int64
  /// The start of the day after the last one.
  let to: Int64

  init(from first: Day, to last: Day, in calendar: LocalCalendar) {
    self.first = first
    self.last = last
    from = calendar.start(of: first).seconds
    to = calendar.start(of: last + 1).seconds
  }
}
