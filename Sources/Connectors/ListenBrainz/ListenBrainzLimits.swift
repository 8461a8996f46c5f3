/// Every limit of the ListenBrainz protocol.
public enum ListenBrainzLimits {
  public static let bodyBytes = 10 << 20
  public static let depth = 32
  public static let listensPerUpload = 1_000
  public static let listensPerCall = 100
  /// The additional information of a listen. More of it is dropped, and the listen counts.
  public static let informationBytes = 10 << 10
  public static let listens = 25
  public static let mostListens = 100
  /// A longer file was heard for an unknown time.
  public static let longestSeconds = 3_600.0
  /// The length of a story of which no length is known.
  public static let usualStorySeconds = 3_600.0
}
