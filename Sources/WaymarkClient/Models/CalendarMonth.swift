/// A month of the user's calendar, such as `2026-11`.
public struct CalendarMonth: Sendable, Hashable, Comparable {
  /// The year.
  public let year: Int
  /// The month, 1…12.
  public let month: Int

  /// Creates a month without checking that it exists.
  public init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// Creates a month from `YYYY-MM`. Returns nil if the text has another form or the month does not exist.
  public init?(_ text: some StringProtocol) {
    guard let first = CalendarDay(text + "-01") else { return nil }
    self.init(year: first.year, month: first.month)
  }

  /// The first day of the month.
  public var firstDay: CalendarDay { CalendarDay(year: year, month: month, day: 1) }

  /// Orders months by date.
  public static func < (one: Self, other: Self) -> Bool {
    (one.year, one.month) < (other.year, other.month)
  }
}

extension CalendarMonth: CustomStringConvertible {
  /// The month as `YYYY-MM`.
  public var description: String { String(firstDay.description.dropLast(3)) }
}

extension CalendarMonth: Codable {
  /// Decodes `YYYY-MM`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let month = CalendarMonth(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not an existing month of the form YYYY-MM")
    }
    self = month
  }

  /// Encodes the month as `YYYY-MM`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
