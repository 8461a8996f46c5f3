/// The source of an imported file, as named on the command line and in `POST /imports`.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
  case goodreads, storygraph, librarything, bookwyrm, hardcover
  case koreader, audiobookshelf
  case strava, gpx, tcx, fit
  case appleHealth = "apple-health"
  case healthAutoExport = "health-auto-export"
  /// An exported account.
  case waymark

  /// Whether the file contains walks or rucks.
  public var isOfActivities: Bool {
    [.strava, .gpx, .tcx, .fit, .appleHealth, .healthAutoExport].contains(self)
  }
}
