/// The source of an imported file, as named on the command line and in `POST /imports`.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
  case goodreads, storygraph, librarything, bookwyrm, hardcover, calibre, openreads, openlibrary
  case koreader, kobo, kindle, audiobookshelf, spotify, audible
  case strava, gpx, tcx, fit
  /// GPX, TCX and FIT files: one, several, or a zip file of them.
  case activities
  case garmin, runkeeper, fitbit
  case samsungHealth = "samsung-health"
  case appleHealth = "apple-health"
  case healthAutoExport = "health-auto-export"
  /// An exported account.
  case waymark

  /// Whether the file contains walks or rucks.
  public var isOfActivities: Bool {
    switch self {
    case .strava, .gpx, .tcx, .fit, .activities, .garmin, .runkeeper, .fitbit, .samsungHealth, .appleHealth,
      .healthAutoExport:
      true
    case .goodreads, .storygraph, .librarything, .bookwyrm, .hardcover, .calibre, .openreads, .openlibrary, .koreader,
      .kobo, .kindle, .audiobookshelf, .spotify, .audible, .waymark:
      false
    }
  }

  /// Whether one import may read several files.
  public var hasSeveralFiles: Bool { [.activities, .spotify, .fitbit].contains(self) }
}
