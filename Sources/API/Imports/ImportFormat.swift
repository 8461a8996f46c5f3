/// Where a file comes from: the word of the command line and of `POST /imports`.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
  case goodreads, storygraph, librarything, bookwyrm, hardcover
  case koreader, audiobookshelf
  case strava, gpx, tcx, fit
  case appleHealth = "apple-health"
  case healthAutoExport = "health-auto-export"
  /// The document of an account, as the export makes it.
  case waymark

  /// Whether what is imported was gone or carried.
  public var isOfActivities: Bool {
    [.strava, .gpx, .tcx, .fit, .appleHealth, .healthAutoExport].contains(self)
  }
}
