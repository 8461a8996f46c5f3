public import Chronology

/// Events of a user's account.
public enum AccountEvent: Hashable, Sendable {
  case opened(AccountOpened)
  case profileChanged(ProfileChanged)
}

public struct AccountOpened: Codable, Hashable, Sendable {
  public var at: Instant
  public init(at: Instant) { self.at = at }
}

public struct ProfileChanged: Codable, Hashable, Sendable {
  public var profile: Profile
  /// The settings that changed. Nil in events from before settings had a history: all values always applied.
  public var changes: [SettingChange]?

  public init(profile: Profile, changes: [SettingChange]? = nil) {
    self.profile = profile
    self.changes = changes
  }
}

/// A setting that has the profile's value from an instant on.
public struct SettingChange: Codable, Hashable, Sendable {
  public enum Setting: String, Codable, CaseIterable, Hashable, Sendable {
    case timezone, dayStart, restDaysPerWeek
  }

  public var setting: Setting
  /// Nil if the value always applied.
  public var since: Instant?

  public init(_ setting: Setting, since: Instant?) {
    self.setting = setting
    self.since = since
  }
}
