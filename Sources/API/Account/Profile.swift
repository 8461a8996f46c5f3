public import Chronology
public import Domain
public import Proto

extension SessionAPI {
  /// A profile as its owner sees it.
  public struct ProfileReply: Codable, Hashable, Sendable {
    public var userId: String
    public var displayName: String?
    public var timezone: String
    public var dayStart: Int
    public var restDaysPerWeek: Int
    public var createdAt: Instant

    public init(userId: String, profile: Profile) {
      self.userId = userId
      displayName = profile.displayName
      timezone = profile.timezone
      dayStart = profile.dayStart
      restDaysPerWeek = profile.restDaysPerWeek
      createdAt = profile.createdAt
    }
  }

  public struct FetchProfile: Method {
    public typealias API = SessionAPI
    public typealias Reply = ProfileReply
    public static let name = "profile.get"
    public init() {}
  }

  /// Members left out stay as they are; a null display name clears it.
  public struct SaveProfile: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ProfileReply>
    public static let name = "profile.put"
    public var timezone: String?
    public var displayName: Patch<String>
    public var dayStart: Int?
    public var restDaysPerWeek: Int?

    public init(
      timezone: String? = nil, displayName: Patch<String> = .unchanged, dayStart: Int? = nil,
      restDaysPerWeek: Int? = nil
    ) {
      self.timezone = timezone
      self.displayName = displayName
      self.dayStart = dayStart
      self.restDaysPerWeek = restDaysPerWeek
    }
  }
}
