/// A calendar date that is known to the year, the month or the day, such as `2019`, `2019-05` or `2019-05-17`. It does
/// not depend on a time zone.
public enum PartialDate: Sendable, Hashable {
  /// Only the year is known.
  case year(Int)
  /// The year and the month are known.
  case month(CalendarMonth)
  /// The whole date is known.
  case day(CalendarDay)

  /// Creates a date from `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Returns nil if the text has another form or the date does
  /// not exist.
  public init?(_ text: some StringProtocol) {
    switch text.utf8.count {
    case 4:
      guard let first = CalendarDay(text + "-01-01") else { return nil }
      self = .year(first.year)
    case 7:
      guard let month = CalendarMonth(text) else { return nil }
      self = .month(month)
    default:
      guard let day = CalendarDay(text) else { return nil }
      self = .day(day)
    }
  }

  /// The year, which is always known.
  public var year: Int {
    switch self {
    case .year(let year): year
    case .month(let month): month.year
    case .day(let day): day.year
    }
  }
}

extension PartialDate: CustomStringConvertible {
  /// The date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  public var description: String {
    switch self {
    case .year(let year): String(CalendarDay(year: year, month: 1, day: 1).description.dropLast(6))
    case .month(let month): month.description
    case .day(let day): day.description
    }
  }
}

extension PartialDate: Codable {
  /// Decodes `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = PartialDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not an existing date of the form YYYY, YYYY-MM or YYYY-MM-DD")
    }
    self = date
  }

  /// Encodes the date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
