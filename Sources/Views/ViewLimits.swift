/// All limits of the view host.
public enum ViewLimits {
  /// The memory for the states of active users, unless the settings name another. The least recently used are evicted
  /// first.
  public static let activeBytes = 192 << 20
  /// Eviction removes at least this part of the memory, so that not every read evicts.
  static let evictedParts = 6
  /// The size of a page of the journal. A page is folded without a pause, so this also limits how long others wait.
  static let readBytes = 256 << 10
  /// The number of catch-ups to the same head before the head is requested again.
  static let advancesToOneHead = 4
  /// The number of users per request for heads.
  static let headsPerCall = 512
  /// After this many events, a snapshot is taken without waiting for the interval.
  static let eventsBetweenSnapshots = 1_000
  /// The interval at which changed states are written.
  static let snapshotIntervalMilliseconds = 5_000
  /// A pending write, the next one, and one retry if that was outdated.
  static let writeTries = 3
  /// The size of a test write.
  static let probeBytes = 64 << 10
  /// The minimum time between two recreations of the file.
  static let recreationIntervalMilliseconds = 1_000
  /// The minimum time between two warnings about the file.
  static let warningIntervalMilliseconds = 60_000
  /// The timeout of the call to the journal in a health check.
  static let healthMilliseconds = 300
  /// The number of users per page in a rebuild or an erasure.
  static let usersPerPage = 500
  /// The deadline of the call that waits for deleted accounts, and the pause before a retry.
  static let erasureWaitMilliseconds = 3_600_000
  static let erasurePauseMilliseconds = 500
  /// Replies that wait to be drawn, of one user and in total.
  static let waitingDrawingsOfUser = 8
  static let waitingDrawings = 64
  static let drawingNiceness: Int32 = 5
  /// The timeout of calls to the journal.
  static let journalTimeoutMilliseconds = 5_000
}
