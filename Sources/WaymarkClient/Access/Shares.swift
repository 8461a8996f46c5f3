public import Foundation

/// A public link to one picture of the user's.
public struct Share: Codable, Sendable, Hashable, Identifiable {
  public var id: String
  public var picture: SharedPicture
  public var createdAt: Date
  public var expiresAt: Date?
  /// The link, which is shown when it is made and never again.
  public var url: URL?

  /// Where the same figures are, in the form that badge services read.
  public var figuresURL: URL? {
    guard let url, url.pathExtension == "svg" else { return nil }
    return url.deletingPathExtension().appendingPathExtension("json")
  }
}

public struct SharedPicture: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let radar = SharedPicture(rawValue: "radar")
  public static let activity = SharedPicture(rawValue: "activity")
  public static let timeline = SharedPicture(rawValue: "timeline")
  public static let rings = SharedPicture(rawValue: "rings")
  public static let rucks = SharedPicture(rawValue: "rucks")
  public static let achievement = SharedPicture(rawValue: "achievement")
  public static let review = SharedPicture(rawValue: "review")
  public static let badge = SharedPicture(rawValue: "badge")
}

/// What is to be shared; anybody with the link sees this one picture, always as of now.
public struct ShareDraft: Codable, Sendable, Hashable {
  public struct Options: Codable, Sendable, Hashable {
    public var range: ActivityRange?
    public var year: Int?
    public var achievement: String?
    public var metric: String?

    public init(
      range: ActivityRange? = nil, year: Int? = nil, achievement: String? = nil, metric: String? = nil
    ) {
      self.range = range
      self.year = year
      self.achievement = achievement
      self.metric = metric
    }
  }

  public var picture: SharedPicture
  public var theme: PictureTheme?
  public var expiresAt: Date?
  public var options: Options?

  public init(
    picture: SharedPicture, theme: PictureTheme? = nil, expiresAt: Date? = nil, options: Options? = nil
  ) {
    self.picture = picture
    self.theme = theme
    self.expiresAt = expiresAt
    self.options = options
  }
}

extension WaymarkClient {
  /// Without their links: those are shown once.
  public func shares(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Share> {
    try await fetch(Page<Share>.self, .get("shares", query: Self.page(limit, cursor)))
  }

  public func createShare(_ draft: ShareDraft) async throws(APIError) -> Share {
    try await fetch(Share.self, .post("shares", body: WireFormat.encode(draft)))
  }

  /// Within a second the link leads nowhere.
  public func deleteShare(_ id: String) async throws(APIError) {
    _ = try await send(.delete("shares", id))
  }
}
