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
    public var history: ProfileHistory

    public init(userId: String, profile: Profile, _ settings: SettingsHistory) {
      self.userId = userId
      displayName = profile.displayName
      timezone = profile.timezone
      dayStart = profile.dayStart
      restDaysPerWeek = profile.restDaysPerWeek
      createdAt = profile.createdAt
      history = ProfileHistory(settings)
    }
  }

  /// The values of the settings over time.
  public struct ProfileHistory: Codable, Hashable, Sendable {
    public var timezone: [ZoneSince]
    public var dayStart: [NumberSince]
    public var restDaysPerWeek: [NumberSince]

    init(_ settings: SettingsHistory) {
      timezone = settings.timezone.entries.map { ZoneSince(since: $0.since, value: $0.value) }
      dayStart = settings.dayStart.entries.map { NumberSince(since: $0.since, value: $0.value) }
      restDaysPerWeek = settings.restDaysPerWeek.entries.map { NumberSince(since: $0.since, value: $0.value) }
    }
  }

  public struct ZoneSince: Codable, Hashable, Sendable {
    public var since: Instant?
    public var value: String
  }

  public struct NumberSince: Codable, Hashable, Sendable {
    public var since: Instant?
    public var value: Int
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
        """
        Members that are left out do not change. `since` says from when on the sent settings count: `now`, `always`, \
        or the beginning of a day, such as `2026-11-20`. Figures of earlier days do not change. Without `since`, the \
        first time zone that a user sets counts always, and every other change counts from now on.
        """,
      example: #"{"timezone": "Europe/Berlin", "dayStart": 4, "restDaysPerWeek": 1, "since": "always"}"#
    ).returning(200)

    public var timezone: String?
    public var displayName: Patch<String>
    public var dayStart: Int?
    public var restDaysPerWeek: Int?
    public var since: String?

    public init(
      timezone: String? = nil, displayName: Patch<String> = .unchanged, dayStart: Int? = nil,
      restDaysPerWeek: Int? = nil, since: String? = nil
    ) {
      self.timezone = timezone
      self.displayName = displayName
      self.dayStart = dayStart
      self.restDaysPerWeek = restDaysPerWeek
      self.since = since
    }

    public var edit: ProfileEdit {
      ProfileEdit(
        timezone: timezone, displayName: displayName, dayStart: dayStart, restDaysPerWeek: restDaysPerWeek,
        since: since)
    }
  }

  /// Repeats how another account dates its unlocks. The latest fact can count only from the beginning of an account.
  public struct RestoreUnlocks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "unlocks.restore"

    public var byFacts: Bool
    public init(byFacts: Bool) { self.byFacts = byFacts }
  }

  /// Repeats a change of another account's profile, with the moments since which it counts.
  public struct RestoreProfile: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "profile.restore"

    public var profile: Profile
    public var changes: [SettingChange]?

    public init(_ event: ProfileChanged) {
      profile = event.profile
      changes = event.changes
    }
  }
}

extension SessionAPI.ProfileReply {
  /// The settings over time.
  public var settings: SettingsHistory {
    var settings = SettingsHistory(
      Profile(timezone: timezone, dayStart: dayStart, restDaysPerWeek: restDaysPerWeek, createdAt: createdAt))
    for entry in history.timezone { settings.setZone(entry.value, since: entry.since) }
    for entry in history.dayStart { settings.setDayStart(entry.value, since: entry.since) }
    for entry in history.restDaysPerWeek { settings.setRestDays(entry.value, since: entry.since) }
    return settings
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
    "history": "The values of the settings over time.",
  ]
}

extension SessionAPI.ProfileHistory: Described {
  public static let members: [String: Note] = [
    "timezone": "The time zones, oldest first.",
    "dayStart": "The hours at which days began, oldest first.",
    "restDaysPerWeek": "The numbers of rest days, oldest first.",
  ]
}

extension SessionAPI.ZoneSince: Described {
  public static let members: [String: Note] = [
    "since": Note.since,
    "value": .name("An IANA time zone.", like: "Europe/Berlin"),
  ]
}

extension SessionAPI.NumberSince: Described {
  public static let members: [String: Note] = [
    "since": Note.since,
    "value": Note("The value.", .range(ProfileRules.dayStarts), like: 4),
  ]
}

extension Note {
  fileprivate static let since = Note("When the value began to apply, or null for the first one.")

  /// The member `since` of a write.
  static let sinceWhen = Note(
    "From when on the new values count: `now`, `always`, or a day.", .name, like: "now")
}

extension SessionAPI.SaveProfile: Described {
  public static var title: String { "ProfileInput" }
  public static var members: [String: Note] { SessionAPI.ProfileReply.members + ["since": .sinceWhen] }
}
