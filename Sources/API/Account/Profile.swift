public import Chronology
public import Domain
public import Proto

extension Endpoints {
  static let profile: [Endpoint] = [
    SessionAPI.FetchProfile.endpoint,
    SessionAPI.SaveProfile.endpoint,
  ]
}

extension SessionAPI {
  /// The profile as its owner sees it.
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
    static let endpoint = Endpoint.get(
      "/profile", FetchProfile.self, "Get the user's profile.")

    public init() {}
  }

  /// Members that are left out do not change. A null display name clears it.
  public struct SaveProfile: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ProfileReply>
    public static let name = "profile.put"
    static let endpoint = Endpoint.write(
      .put, "/profile", SaveProfile.self, "Change the profile.",
      details:
        "Members that are left out do not change. A new time zone or day start recounts the whole history.",
      example: #"{"timezone": "Europe/Berlin", "dayStart": 4, "restDaysPerWeek": 1}"#
    ).returning(200)

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

extension SessionAPI.ProfileReply: Described {
  public static let members: [String: Note] = [
    "userId": Note("The user's id.", like: "me"),
    "displayName": .name("The name to display, or null if none is set.", like: "Ada"),
    "timezone": .name("An IANA time zone.", like: "Europe/Berlin"),
    "dayStart": Note("The local hour at which the user's day begins.", .range(ProfileRules.dayStarts), like: 4),
    "restDaysPerWeek": Note(
      "The number of days per ISO week that a streak may miss.", .range(ProfileRules.restDays), like: 1),
    "createdAt": "When the account was created.",
  ]
}

extension SessionAPI.SaveProfile: Described {
  public static var title: String { "ProfileInput" }
  public static var members: [String: Note] { SessionAPI.ProfileReply.members }
}
