/// Every bound of the client, in one place.
public enum Limits {
  /// How long an answer counts as fresh: what the server's `max-age` says.
  public static let cacheLifetimeSeconds: Double = 300
  /// Distinct answers of one kind kept in memory; custom ranges could otherwise grow without end.
  public static let answersPerKind = 32
  /// Files of last known answers on disk.
  public static let lastKnownAnswers = 64

  /// What the server takes in one batch.
  public static let sessionsPerBatch = 500
  /// Sessions that wait on disk; beyond it the oldest moves to the rejected list.
  public static let pendingSessions = 10_000
  /// Rejected sessions kept for the app to look at; beyond it the oldest is forgotten.
  public static let rejectedSessions = 1_000

  /// Weeks of rucks that the server shows at once.
  public static let analyticsWeeks = 1...260
  /// Months of reading that the server shows at once.
  public static let timelineMonths = 1...120
  /// Years that a review can be asked for.
  public static let reviewYears = 1...9999

  /// A page of a list, as the server bounds it.
  public static let itemsPerPage = 200
  /// An answer larger than this is not the server's.
  public static let answerBytes = 64 * 1024 * 1024
}
