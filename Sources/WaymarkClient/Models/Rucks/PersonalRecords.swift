/// The best of all rucks; nil until there is one.
public struct PersonalRecords: Codable, Sendable, Hashable {
  /// Metres.
  public var longestDistance: PersonalRecord?
  /// Minutes a kilometre, over rucks of 1 km and more.
  public var fastestPace: PersonalRecord?
  /// Kilograms.
  public var heaviestLoad: PersonalRecord?
  public var highestCalorieBurn: PersonalRecord?
  /// Kilogram metres.
  public var mostWeightMoved: PersonalRecord?

  /// Which of the records this ruck holds: to mark it in a list, or to celebrate it once it is saved.
  public func held(by ruckId: String) -> [Kind] {
    Kind.allCases.filter { self[$0]?.ruckId == ruckId }
  }

  public enum Kind: Sendable, Hashable, CaseIterable {
    case longestDistance, fastestPace, heaviestLoad, highestCalorieBurn, mostWeightMoved
  }

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

public struct PersonalRecord: Codable, Sendable, Hashable {
  public var value: Double
  public var ruckId: String
  public var date: CalendarDay
}
