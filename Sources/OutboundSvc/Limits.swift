/// Every limit of the outbound service.
enum OutboundLimits {
  /// Requests in flight. Each has a thread.
  static let fetches = 16
  /// Requests that wait for a thread.
  static let waitingFetches = 256
  static let milliseconds = 1...60_000
  /// A response fits into a frame of the protocol.
  static let bytes = 0...(3 << 20)
  static let requestBytes = 1 << 20
  static let redirects = 0...3
  static let headers = 32
  static let headerBytes = 16 << 10
  /// Connections that run at once, one per user.
  static let runs = 4
  static let connectionPollMilliseconds = 2_000
  static let pageMilliseconds = 30_000
  static let runMilliseconds = 600_000
  static let pageBytes = 16 << 20
  /// The time for one cover, and that for all covers of a run.
  static let coverMilliseconds = 10_000
  static let coversMilliseconds = 240_000
  /// The calls to the session service.
  static let leaseMilliseconds = 5_000
  static let importMilliseconds = 30_000
  /// Sessions per call, which fit into a frame.
  static let sessionsPerCall = 100
  /// A kept header of a response.
  static let responseHeaderBytes = 500
  /// A body that is not of interest is read up to here, so that the other server can finish its response.
  static let ignoredBytes = 64 << 10
  /// A feed is read here, and only titles are returned.
  static let feedBytes = 16 << 20
  static let feedPieceBytes = 256 << 10
  static let feedMilliseconds = 30_000
  static let titleCharacters = 500
  static let connectMilliseconds = 5_000
}
