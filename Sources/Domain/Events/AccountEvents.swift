public import Chronology

public struct AccountOpened: Codable, Hashable, Sendable {
  public var at: Instant
  public init(at: Instant) { self.at = at }
}

public struct ProfileChanged: Codable, Hashable, Sendable {
  public var profile: Profile
  public init(profile: Profile) { self.profile = profile }
}
