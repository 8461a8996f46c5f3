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
    static let endpoint = Endpoint.get(
      "/profile", FetchProfile.self, "Who the user is, and how their days are counted.")

    public init() {}
  }

  /// Members left out stay as they are; a null display name clears it.
  public struct SaveProfile: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ProfileReply>
    public static let name = "profile.put"
    static let endpoint = Endpoint.write(
      .put, "/profile", SaveProfile.self, "Change the profile.",
      details:
        "Members left out stay as they are. Another time zone or beginning of the day re-counts the whole history.",
      example: #"{"timezone": "Europe/Berlin", "dayStart": 4, "restDaysPerWeek": 1}"#
    ).answering(200)

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
    "displayName": .name("How the user wants to be called, null where they did not say.", like: "Ada"),
    "timezone": .name("An IANA time zone.", like: "Europe/Berlin"),
    "dayStart": Note("The hour of local time at which the user's day begins.", .range(ProfileRules.dayStarts), like: 4),
    "restDaysPerWeek": Note("Days of an ISO week that a streak may miss.", .range(ProfileRules.restDays), like: 1),
    "createdAt": "When the account was opened.",
  ]
}

extension SessionAPI.SaveProfile: Described {
  public static var title: String { "ProfileInput" }
  public static var members: [String: Note] { SessionAPI.ProfileReply.members }
}
