/// Every bound of the view host, in one place.
public enum ViewLimits {
  /// What the states of active users may take in memory together; the least recently used leave first.
  static let hotBytes = 192 << 20
  /// What is left after users had to leave, so that not every read makes one leave.
  static let hotBytesAfterEviction = 160 << 20
  /// One page of the journal: it is folded without a pause, so it also bounds how long others wait.
  static let readBytes = 256 << 10
  /// How often a state is brought to the same end of its journal before that is asked for again.
  static let advancesToOneHead = 4
  /// Users in one question for the heads of journals.
  static let headsPerCall = 512
  /// A state that has folded so many events since its last snapshot is written soon.
  static let eventsBetweenSnapshots = 1_000
  /// How often states that have changed are written.
  static let snapshotIntervalMilliseconds = 5_000
  /// A save that is under way, the one after it, and that one again where it was outdated.
  static let writeTries = 3
  /// What is written to see whether a file can be written.
  static let probeBytes = 64 << 10
  /// A file that was made anew and is damaged again stays as it is for so long.
  static let renewalIntervalMilliseconds = 1_000
  /// How often something that goes on is written to the log.
  static let warningIntervalMilliseconds = 60_000
  /// How long a check of the service's health waits for the journal's.
  static let healthMilliseconds = 300
  /// Users of one page while a view is rebuilt or swept.
  static let usersPerPage = 500
  /// How long the question for deleted accounts waits, and the pause before it is asked again where it failed.
  static let erasureWaitMilliseconds = 3_600_000
  static let erasurePauseMilliseconds = 500
  /// How long a question to the journal may take.
  static let journalTimeoutMilliseconds = 5_000
}
