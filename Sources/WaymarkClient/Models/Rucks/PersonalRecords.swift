/// The best values over all rucks. A record is nil until a ruck sets it.
public struct PersonalRecords: Codable, Sendable, Hashable {
  /// The longest distance, in metres.
  public var longestDistance: PersonalRecord?
  /// The fastest pace, in minutes per kilometre, over rucks of 1 km or more.
  public var fastestPace: PersonalRecord?
  /// The heaviest load, in kilograms.
  public var heaviestLoad: PersonalRecord?
  /// The most energy used, in kilocalories.
  public var highestCalorieBurn: PersonalRecord?
  /// The largest load times distance, in kilogram metres.
  public var mostWeightMoved: PersonalRecord?

  /// Returns the records that a ruck holds, to mark it in a list or to celebrate it.
  public func held(by ruckId: String) -> [Kind] {
    Kind.allCases.filter { self[$0]?.ruckId == ruckId }
  }

  /// The kinds of records.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// The longest distance.
    case longestDistance
    /// The fastest pace.
    case fastestPace
    /// The heaviest load.
    case heaviestLoad
    /// The most energy used.
    case highestCalorieBurn
    /// The largest load times distance.
    case mostWeightMoved
  }

  /// Returns the record of a kind, or nil if there is none yet.
  public subscript(kind: Kind) -> PersonalRecord? {
    switch kind {
    case .longestDistance: longestDistance
    case .fastestPace: fastestPace
    case .heaviestLoad: heaviestLoad
    case .highestCalorieBurn: highestCalorieBurn
    case .mostWeightMoved: mostWeightMoved
    }
  }
}

/// A record and the ruck that set it.
public struct PersonalRecord: Codable, Sendable, Hashable {
  /// The value, in the unit of its kind in ``PersonalRecords``.
  public var value: Double
  /// The id of the ruck.
  public var ruckId: String
  /// The day of the ruck, in the user's calendar.
  public var date: CalendarDay
}
