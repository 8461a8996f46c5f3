/// Something of the user's has changed, here or on another device.
public struct JourneyChange: Codable, Sendable, Hashable {
  /// How far the user's history goes by now.
  public var seq: Int
  /// What differs since the change before; empty in the first one of a stream that missed nothing.
  public var areas: Set<JourneyArea>

  public init(seq: Int, areas: Set<JourneyArea>) {
    self.seq = seq
    self.areas = areas
  }
}

/// A part of what the server keeps about a user.
public struct JourneyArea: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let profile = JourneyArea(rawValue: "profile")
  public static let catalogue = JourneyArea(rawValue: "catalogue")
  public static let listening = JourneyArea(rawValue: "listening")
  public static let library = JourneyArea(rawValue: "library")
  public static let reading = JourneyArea(rawValue: "reading")
  public static let diversity = JourneyArea(rawValue: "diversity")
  public static let rucks = JourneyArea(rawValue: "rucks")
  public static let goals = JourneyArea(rawValue: "goals")
  public static let shares = JourneyArea(rawValue: "shares")
}
