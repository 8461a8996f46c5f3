public import Chronology

/// What a link can show. Their names are on disks: one may be added, none renamed.
public enum SharedPicture: String, Codable, CaseIterable, Hashable, Sendable {
  case radar, activity, timeline, rings, rucks, achievement, review, badge
}

/// The colours that a picture is drawn in; `auto` follows the reader's own setting.
public enum PictureTheme: String, Codable, CaseIterable, Hashable, Sendable {
  case light, dark, auto
}

/// The one figure of a badge.
public enum BadgeMetric: String, Codable, CaseIterable, Hashable, Sendable {
  case streak, minutesToday, minutesThisWeek, booksThisYear, rucksThisWeek, distanceThisWeek, completion
}

/// What a shared picture is of, where it can be of several things. A member that is left out is as in the picture
/// itself.
public struct ShareOptions: Codable, Hashable, Sendable {
  public enum Range: String, Codable, CaseIterable, Hashable, Sendable {
    case week, month, year
  }

  /// The days of an activity.
  public var range: Range?
  /// The year of a review; the current one where it is left out, in each year anew.
  public var year: Int?
  /// The id of an achievement.
  public var achievement: String?
  /// The figure of a badge.
  public var metric: BadgeMetric?
  /// What distances are shown in, of rucks and of a review.
  public var unit: DistanceUnit?

  public init(
    range: Range? = nil, year: Int? = nil, achievement: String? = nil, metric: BadgeMetric? = nil,
    unit: DistanceUnit? = nil
  ) {
    self.range = range
    self.year = year
    self.achievement = achievement
    self.metric = metric
    self.unit = unit
  }
}

/// A public link to one picture. The secret in the link is nowhere in it.
public struct Share: Codable, Hashable, Sendable {
  public var id: String
  public var picture: SharedPicture
  public var theme: PictureTheme
  public var options: ShareOptions
  public var createdAt: Instant
  /// Nil where it lasts until it is deleted.
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
