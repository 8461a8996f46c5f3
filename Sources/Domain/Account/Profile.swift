public import Chronology

/// The name of a user and the settings by which their days are counted.
public struct Profile: Codable, Hashable, Sendable {
  public static let defaultZone = "UTC"

  public var displayName: String?
  public var timezone: String
  /// The local hour, 0…6, at which a day starts.
  public var dayStart: Int
  /// The number of days per ISO week, 0…3, that a daily streak may miss.
  public var restDaysPerWeek: Int
  public var createdAt: Instant

  public init(
    displayName: String? = nil, timezone: String = Profile.defaultZone, dayStart: Int = 0, restDaysPerWeek: Int = 0,
    createdAt: Instant
  ) {
    self.displayName = displayName
    self.timezone = timezone
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.createdAt = createdAt
  }
}
