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
  /// The values of the settings over time, or nil if the server does not send them.
  public var history: History?

  /// The values of the settings over time.
  public struct History: Codable, Sendable, Hashable {
    /// The time zones, oldest first.
    public var timezone: [SettingValue<String>]
    /// The hours at which days started, oldest first.
    public var dayStart: [SettingValue<Int>]
    /// The numbers of rest days, oldest first.
    public var restDaysPerWeek: [SettingValue<Int>]

    /// Creates a history, for previews and tests.
    public init(
      timezone: [SettingValue<String>], dayStart: [SettingValue<Int>], restDaysPerWeek: [SettingValue<Int>]
    ) {
      self.timezone = timezone
      self.dayStart = dayStart
      self.restDaysPerWeek = restDaysPerWeek
    }
  }

  /// A value of a setting.
  public struct SettingValue<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    /// When the value began to apply, or nil for the first one.
    public var since: Date?
    /// The value.
    public var value: Value

    /// Creates a value, for previews and tests.
    public init(since: Date?, value: Value) {
      self.since = since
      self.value = value
    }
  }

  /// Creates a profile, for previews and tests.
  public init(
    userId: String, displayName: String?, timezone: String, dayStart: Int, restDaysPerWeek: Int, createdAt: Date,
    history: History? = nil
  ) {
    self.userId = userId
    self.displayName = displayName
    self.timezone = timezone
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.createdAt = createdAt
    self.history = history
  }
}

/// An edit of the profile. Members that are nil or `unchanged` stay as they are.
public struct ProfileChanges: Sendable, Hashable {
  /// The new IANA time zone.
  public var timezone: String?
  /// The edit of the name to show.
  public var displayName: Change<String>
  /// The new local hour at which a day starts, 0…6.
  public var dayStart: Int?
  /// The new number of days per week that a streak may miss, 0…3.
  public var restDaysPerWeek: Int?
  /// From when on the new settings count. Nil means now, except that the first time zone counts always.
  public var since: Since?

  /// Creates an edit.
  public init(
    timezone: String? = nil, displayName: Change<String> = .unchanged, dayStart: Int? = nil,
    restDaysPerWeek: Int? = nil, since: Since? = nil
  ) {
    self.timezone = timezone
    self.displayName = displayName
    self.dayStart = dayStart
    self.restDaysPerWeek = restDaysPerWeek
    self.since = since
  }
}

extension ProfileChanges: Encodable {
  private enum Member: String, CodingKey {
    case timezone, displayName, dayStart, restDaysPerWeek, since
  }

  /// Encodes the changed members.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(timezone, forKey: .timezone)
    try members.encodeIfPresent(dayStart, forKey: .dayStart)
    try members.encodeIfPresent(restDaysPerWeek, forKey: .restDaysPerWeek)
    try members.encode(displayName, forKey: .displayName)
    try members.encodeIfPresent(since, forKey: .since)
  }
}
