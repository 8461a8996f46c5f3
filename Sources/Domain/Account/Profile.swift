public import Chronology

/// The name of a user, and how their days are counted.
public struct Profile: Codable, Hashable, Sendable {
  public var displayName: String?
  public var timezone: String
  /// The local hour, 0…6, at which a day begins.
  public var dayStart: Int
  /// How many missed days in an ISO week a daily streak survives, 0…3.
  public var restDaysPerWeek: Int
  public var createdAt: Instant

  public init(
    displayName: String? = nil, timezone: String = "UTC", dayStart: Int = 0, restDaysPerWeek: Int = 0,
    createdAt: Instant
  ) {
    self.displayName = displayName
    self.timezone = timezone
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.createdAt = createdAt
  }
}
