/// A calendar date that is known to the year, the month or the day, and written as `2024`, `2024-05` or `2024-05-01`.
/// It does not depend on a time zone.
public enum PartialDate: Hashable, Sendable {
  case year(Int)
  case month(year: Int, month: Int)
  case day(Day)

  /// The first possible day.
  public var first: Day {
    switch self {
    case .year(let year): Day(year: year, month: 1, day: 1)
    case .month(let year, let month): Day(year: year, month: month, day: 1)
    case .day(let day): day
    }
  }

  /// The last possible day.
  public var last: Day {
    switch self {
    case .year(let year): Day(year: year + 1, month: 1, day: 1) + -1
    case .month: first.startOfMonth(after: 1) + -1
    case .day(let day): day
    }
  }

  /// Nil if the date is not known to the day.
  public var day: Day? {
    if case .day(let day) = self { day } else { nil }
  }

  public var isYear: Bool {
    if case .year = self { true } else { false }
  }

  /// Whether the date is before another one, compared only as far as both are known.
  public func isCertainlyBefore(_ other: PartialDate) -> Bool { last < other.first }
}

extension PartialDate: CustomStringConvertible, LosslessStringConvertible {
  public var description: String {
    switch self {
    case .year: String(first.description.prefix(4))
    case .month: String(first.description.prefix(7))
    case .day(let day): day.description
    }
  }

  public init?(_ text: String) {
    switch text.utf8.count {
    case 4:
      guard let day = Day("\(text)-01-01") else { return nil }
      self = .year(day.civil.year)
    case 7:
      guard let day = Day("\(text)-01") else { return nil }
      self = .month(year: day.civil.year, month: day.civil.month)
    default:
      guard let day = Day(text) else { return nil }
      self = .day(day)
    }
  }
}

extension PartialDate: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = PartialDate(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "must be a year, a month or a day such as 2026, 2026-11 or 2026-11-20")
    }
    self = date
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
