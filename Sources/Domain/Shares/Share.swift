public import Chronology

/// The pictures that a link can show. Names are stored: pictures may be added, but their names never change.
public enum SharedPicture: String, Codable, CaseIterable, Hashable, Sendable {
  case radar, activity, timeline, rings, rucks, achievement, review, badge
}

/// The colours of a picture. `auto` follows the reader's own setting.
public enum PictureTheme: String, Codable, CaseIterable, Hashable, Sendable {
  case light, dark, auto
}

/// The figure of a badge.
public enum BadgeMetric: String, Codable, CaseIterable, Hashable, Sendable {
  case streak, minutesToday, minutesThisWeek, booksThisYear, rucksThisWeek, distanceThisWeek, completion
}

/// The options of a shared picture. The defaults are those of the picture itself.
public struct ShareOptions: Codable, Hashable, Sendable {
  public enum Range: String, Codable, CaseIterable, Hashable, Sendable {
    case week, month, year
  }

  /// The range of an activity.
  public var range: Range?
  /// The year of a review, or nil for the current year at the time of viewing.
  public var year: Int?
  /// The month of that year, or nil for the whole year. Options without a month keep their bytes.
  @Omittable public var month: Int? = nil
  /// The id of an achievement.
  public var achievement: String?
  /// The figure of a badge.
  public var metric: BadgeMetric?
  /// The unit of distances in pictures of rucks and of a review.
  public var unit: DistanceUnit?

  public init(
    range: Range? = nil, year: Int? = nil, month: Int? = nil, achievement: String? = nil, metric: BadgeMetric? = nil,
    unit: DistanceUnit? = nil
  ) {
    self.range = range
    self.year = year
    self.month = month
    self.achievement = achievement
    self.metric = metric
    self.unit = unit
  }
}

/// A public link to one picture. It does not contain the secret of the link.
public struct Share: Codable, Hashable, Sendable {
  public var id: String
  public var picture: SharedPicture
  public var theme: PictureTheme
  public var options: ShareOptions
  public var createdAt: Instant
  /// Nil if the link does not expire.
  public var expiresAt: Instant?

  public init(
    id: String, picture: SharedPicture, theme: PictureTheme = .auto, options: ShareOptions = ShareOptions(),
    createdAt: Instant, expiresAt: Instant? = nil
  ) {
    self.id = id
    self.picture = picture
    self.theme = theme
    self.options = options
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }

  public func isGood(at now: Instant) -> Bool {
    expiresAt.map { now < $0 } ?? true
  }
}
