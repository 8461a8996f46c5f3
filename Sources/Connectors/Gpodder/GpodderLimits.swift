/// Every limit of the gpodder protocol.
public enum GpodderLimits {
  public static let bodyBytes = 2 << 20
  public static let depth = 16
  public static let actionsPerUpload = 5_000
  public static let actionsPerCall = 500
  /// The actions that are kept per user. The latest of each episode always is.
  public static let actions = 100_000
  /// A new episode is skipped if the user has this many.
  public static let episodes = 250_000
  /// Includes those that were removed, because other devices must learn it.
  public static let subscriptions = 5_000
  /// The bytes of their URLs, which fit into one reply.
  public static let subscriptionBytes = 1 << 20
  /// The characters of a title in a list of subscriptions.
  public static let titleCharacters = 100
  public static let devices = 200
  public static let urlBytes = 4_096
  public static let nameCharacters = 128
  /// The problems of one upload that are reported.
  public static let problems = 20
  public static let longestPlaySeconds: Int64 = 86_400
  /// Positions in an episode: a year.
  public static let longestPositionSeconds: Int64 = 366 * 86_400
  /// The length of an episode of which no length is known.
  public static let usualEpisodeSeconds: Int64 = 3_600
  public static let completedShare = 0.95
  public static let cookieSeconds: Int64 = 90 * 86_400
  /// Cookies of a token. AntennaPod signs in for each synchronisation.
  public static let cookiesOfToken = 20
}
