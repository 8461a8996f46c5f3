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
  public init(profile: Profile) { self.profile = profile }
}
