public import Chronology

/// Events of a user's account.
public enum AccountEvent: Hashable, Sendable {
  case opened(AccountOpened)
  case profileChanged(ProfileChanged)
  case unlocksDated(UnlocksDated)
}

public struct AccountOpened: Codable, Hashable, Sendable {
  public var at: Instant
  /// True if unlocks are dated by the facts from the beginning. Nil in events of earlier versions.
  public var datesUnlocks: Bool?

  public init(at: Instant, datesUnlocks: Bool? = nil) {
    self.at = at
    self.datesUnlocks = datesUnlocks
  }
}

/// From this event on, milestones and achievements are dated by the facts that reach them. The upgrade of an account
/// writes it. Earlier versions used the latest fact: an item that is unlocked before keeps its date unless later facts
/// reach it earlier.
public struct UnlocksDated: Codable, Hashable, Sendable {
  /// False if the latest fact counts again. Only an import of an account of an earlier version begins so.
  public var byFacts: Bool

  public init(byFacts: Bool = true) { self.byFacts = byFacts }
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
