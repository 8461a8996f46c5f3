/// When a new setting or target begins to apply.
public enum Since: Sendable, Hashable {
  /// From now on. Earlier days, weeks and years keep their figures.
  case now
  /// Always. The whole history is counted again.
  case always
  /// From the beginning of a day. Later changes of the setting are removed.
  case day(CalendarDay)
}

extension Since: Encodable {
  /// Encodes the word or the day that the server expects.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .now: try container.encode("now")
    case .always: try container.encode("always")
    case .day(let day): try container.encode(day)
    }
  }
}
