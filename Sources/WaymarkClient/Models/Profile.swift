public import Foundation

/// The user and the settings that decide how days and streaks are counted.
public struct Profile: Codable, Sendable, Hashable {
  /// The id of the user.
  public var userId: String
  /// The name to show, or nil if the user has not set one.
  public var displayName: String?
  /// The IANA name of the time zone in which days, weeks and streaks are counted.
  public var timezone: String
  /// The local hour at which a day starts, 0…6.
  public var dayStart: Int
  /// The number of days per week that a streak may miss, 0…3.
  public var restDaysPerWeek: Int
  /// When the account was created.
  public var createdAt: Date

  /// Creates a profile, for previews and tests.
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

/// An edit of the profile. Members that are nil or `unchanged` stay as they are. A new time zone or day start recounts
/// the whole history.
public struct ProfileChanges: Sendable, Hashable {
  /// The new IANA time zone.
  public var timezone: String?
  /// The edit of the name to show.
  public var displayName: Change<String>
  /// The new local hour at which a day starts, 0…6.
  public var dayStart: Int?
  /// The new number of days per week that a streak may miss, 0…3.
  public var restDaysPerWeek: Int?

  /// Creates an edit.
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

  /// Encodes the changed members.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(timezone, forKey: .timezone)
    try members.encodeIfPresent(dayStart, forKey: .dayStart)
    try members.encodeIfPresent(restDaysPerWeek, forKey: .restDaysPerWeek)
    try members.encode(displayName, forKey: .displayName)
  }
}
