public import Foundation

public struct Profile: Codable, Sendable, Hashable {
  public var userId: String
  public var displayName: String?
  /// The IANA name of the zone whose days, weeks and streaks the user sees.
  public var timezone: String
  /// The hour, 0…6, at which a day begins.
  public var dayStart: Int
  /// How many days a week a streak survives without activity, 0…3.
  public var restDaysPerWeek: Int
  public var createdAt: Date

  public init(
    userId: String, displayName: String?, timezone: String, dayStart: Int, restDaysPerWeek: Int, createdAt: Date
  ) {
    self.userId = userId
    self.displayName = displayName
    self.timezone = timezone
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.createdAt = createdAt
  }
}

/// An edit of a profile: what is nil stays as it is.
public struct ProfileChanges: Sendable, Hashable {
  public var timezone: String?
  public var displayName: Change<String>
  public var dayStart: Int?
  public var restDaysPerWeek: Int?

  public init(
    timezone: String? = nil, displayName: Change<String> = .unchanged, dayStart: Int? = nil, restDaysPerWeek: Int? = nil
  ) {
    self.timezone = timezone
    self.displayName = displayName
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
  }
}

extension ProfileChanges: Encodable {
  private enum Member: String, CodingKey {
    case timezone, displayName, dayStart, restDaysPerWeek
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(timezone, forKey: .timezone)
    try members.encodeIfPresent(dayStart, forKey: .dayStart)
    try members.encodeIfPresent(restDaysPerWeek, forKey: .restDaysPerWeek)
    try members.encode(displayName, forKey: .displayName)
  }
}
