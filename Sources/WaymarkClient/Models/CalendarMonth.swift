/// A month of the user's calendar, `2026-11`.
public struct CalendarMonth: Sendable, Hashable, Comparable {
  public let year: Int
  public let month: Int

  public init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// Nil unless the text is `YYYY-MM` and such a month exists.
  public init?(_ text: some StringProtocol) {
    guard let first = CalendarDay(text + "-01") else { return nil }
    self.init(year: first.year, month: first.month)
  }

  public var firstDay: CalendarDay { CalendarDay(year: year, month: month, day: 1) }

  public static func < (one: Self, other: Self) -> Bool {
    (one.year, one.month) < (other.year, other.month)
  }
}

extension CalendarMonth: CustomStringConvertible {
  public var description: String { String(firstDay.description.dropLast(3)) }
}

extension CalendarMonth: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let month = CalendarMonth(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(text) is not a month")
    }
    self = month
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
