public import Foundation

/// A public link to one of the user's pictures.
public struct Share: Codable, Sendable, Hashable, Identifiable {
  /// The id, for ``WaymarkClient/deleteShare(_:)``.
  public var id: String
  /// The picture that the link shows.
  public var picture: SharedPicture
  /// When the link was created.
  public var createdAt: Date
  /// When the link expires, or nil if it works until it is deleted.
  public var expiresAt: Date?
  /// The link. The server sends it only in the response to ``WaymarkClient/createShare(_:)``; otherwise it is nil.
  public var url: URL?

  /// The address of the same figures as JSON, in the format of badge services. Nil if ``url`` is nil.
  public var figuresURL: URL? {
    guard let url, url.pathExtension == "svg" else { return nil }
    return url.deletingPathExtension().appendingPathExtension("json")
  }
}

/// A picture that can be shared.
public struct SharedPicture: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a picture from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The diversity radar.
  public static let radar = SharedPicture(rawValue: "radar")
  /// Minutes of listening per day.
  public static let activity = SharedPicture(rawValue: "activity")
  /// The books of the last months.
  public static let timeline = SharedPicture(rawValue: "timeline")
  /// The progress towards this year's reading goals.
  public static let rings = SharedPicture(rawValue: "rings")
  /// The rucks of the last weeks.
  public static let rucks = SharedPicture(rawValue: "rucks")
  /// One achievement as a card.
  public static let achievement = SharedPicture(rawValue: "achievement")
  /// The review of a year or a month as a card.
  public static let review = SharedPicture(rawValue: "review")
  /// A badge with one figure.
  public static let badge = SharedPicture(rawValue: "badge")
}

/// The content of a share to create. Everyone who has the link sees this picture with its current figures.
public struct ShareDraft: Codable, Sendable, Hashable {
  /// Options of a picture. The server rejects an option that does not belong to the picture.
  public struct Options: Codable, Sendable, Hashable {
    /// The days of an activity picture; a week if nil.
    public var range: ActivityRange?
    /// The year of a review; the current year if nil.
    public var year: Int?
    /// The month of a review, from 1 to 12, with ``year``; the whole year if nil.
    public var month: Int?
    /// The id of the achievement. Required for an achievement picture.
    public var achievement: String?
    /// The figure of a badge: `streak` (if nil), `minutesToday`, `minutesThisWeek`, `booksThisYear`, `rucksThisWeek`,
    /// `distanceThisWeek` or `completion`.
    public var metric: String?
    /// The unit of distances in pictures of rucks and of a review; kilometers if nil.
    public var unit: PictureUnit?

    /// Creates options.
    public init(
      range: ActivityRange? = nil, year: Int? = nil, month: Int? = nil, achievement: String? = nil,
      metric: String? = nil, unit: PictureUnit? = nil
    ) {
      self.range = range
      self.year = year
      self.month = month
      self.achievement = achievement
      self.metric = metric
      self.unit = unit
    }
  }

  /// The picture to share.
  public var picture: SharedPicture
  /// The colors of the picture; ``PictureTheme/auto`` if nil.
  public var theme: PictureTheme?
  /// When the link expires, or nil to keep it until it is deleted.
  public var expiresAt: Date?
  /// The options of the picture.
  public var options: Options?

  /// Creates the content of a share.
  public init(
    picture: SharedPicture, theme: PictureTheme? = nil, expiresAt: Date? = nil, options: Options? = nil
  ) {
    self.picture = picture
    self.theme = theme
    self.expiresAt = expiresAt
    self.options = options
  }
}

/// The unit of distances in a shared picture.
public struct PictureUnit: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a unit from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Kilometers.
  public static let kilometers = PictureUnit(rawValue: "km")
  /// Miles.
  public static let miles = PictureUnit(rawValue: "mi")
}

extension WaymarkClient {
  /// Returns a page of the shares, newest first. Their links are not included.
  public func shares(limit: Int? = nil, cursor: String? = nil) async throws(APIError) -> Page<Share> {
    try await fetch(Page<Share>.self, .get("shares", query: Self.page(limit, cursor)))
  }

  /// Creates a share and returns it with its link. Throws ``APIError/validation(_:)`` if the options do not fit the
  /// picture or the user has too many shares.
  public func createShare(_ draft: ShareDraft) async throws(APIError) -> Share {
    try await fetch(Share.self, .post("shares", body: WireFormat.encode(draft)))
  }

  /// Deletes a share. Its link stops working within a second.
  public func deleteShare(_ id: String) async throws(APIError) {
    _ = try await send(.delete("shares", id))
  }
}
