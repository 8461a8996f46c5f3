/// A notification that the user's data changed, on this or another device.
public struct JourneyChange: Codable, Sendable, Hashable {
  /// The number of the last event in the user's journal.
  public var seq: Int
  /// The areas that changed since the previous notification. Empty in the first one of a stream that missed no change.
  public var areas: Set<JourneyArea>

  /// Creates a change, for tests.
  public init(seq: Int, areas: Set<JourneyArea>) {
    self.seq = seq
    self.areas = areas
  }
}

/// An area of the user's data.
public struct JourneyArea: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates an area from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The profile.
  public static let profile = JourneyArea(rawValue: "profile")
  /// Stories, heroes and works.
  public static let catalogue = JourneyArea(rawValue: "catalogue")
  /// Listening sessions and their figures.
  public static let listening = JourneyArea(rawValue: "listening")
  /// Library entries.
  public static let library = JourneyArea(rawValue: "library")
  /// Reading sessions, the timer and their figures.
  public static let reading = JourneyArea(rawValue: "reading")
  /// Diversity data and prompts.
  public static let diversity = JourneyArea(rawValue: "diversity")
  /// Rucks and their figures.
  public static let rucks = JourneyArea(rawValue: "rucks")
  /// Goals.
  public static let goals = JourneyArea(rawValue: "goals")
  /// Shares.
  public static let shares = JourneyArea(rawValue: "shares")
}
