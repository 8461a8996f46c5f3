/// Every bound of the view host, in one place.
enum ViewLimits {
  /// What the states of active users may take in memory together; the least recently used leave first.
  static let hotBytes = 192 << 20
  /// What is left after users had to leave, so that not every read makes one leave.
  static let hotBytesAfterEviction = 160 << 20
  /// One helping of the journal: it is folded without a pause, so it also bounds how long others wait.
  static let readBytes = 256 << 10
  /// Users in one question for the heads of journals.
  static let headsPerCall = 512
  /// A state that has folded so many events since its last snapshot is written soon.
  static let eventsBetweenSnapshots = 1_000
  /// How often states that have changed are looked at for a snapshot.
  static let snapshotIntervalMilliseconds = 5_000
  /// Users of one page while a view is rebuilt or swept.
  static let usersPerPage = 500
  /// How long a question to the journal may take.
  static let journalTimeoutMilliseconds = 5_000
}
