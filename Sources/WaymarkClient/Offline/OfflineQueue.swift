public import Foundation

/// Listening sessions that wait on disk for the server. They survive a crash at any moment; a session sent twice is
/// the same session to the server, so nothing here has to happen exactly once. One process owns the file.
public actor OfflineQueue {
  var state: QueueState
  /// The upload under way, with its number.
  var running: (number: Int, task: Task<Result<UploadSummary, APIError>, Never>)?
  var uploads = 0
  private var file: QueueFile
  /// Lines that were found torn when the file was opened.
  public nonisolated let damagedLines: Int

  /// Opens the queue at `file`, below the application support directory for example: a caches directory may be
  /// emptied by the system.
  public init(file url: URL, capacity: Int = Limits.pendingSessions) throws(APIError) {
    var file = QueueFile(url: url)
    var state = QueueState(capacity: max(1, capacity))
    let found = try file.read()
    for record in found.records { state.apply(record) }
    if found.damagedLines > 0 || file.isWasteful(for: state) { try file.rewrite(state.records) }
    self.file = file
    self.state = state
    damagedLines = found.damagedLines
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { state.count == 0 }

  /// In the order in which they came.
  public var pending: [SessionReport] { state.pending }

  /// What the server will not take, the latest last.
  public var rejected: [RejectedSession] { state.rejected }

  /// Keeps the session, or extends the one that waits; returns what waits now, once it is on the disk.
  @discardableResult
  public func enqueue(_ report: SessionReport) throws(APIError) -> SessionReport {
    if let present = state.report(report.key), present.extended(by: report) == present { return present }
    try record([.put(report)])
    return state.report(report.key) ?? report
  }

  /// The server has the session.
  public func settle(_ report: SessionReport) throws(APIError) {
    try record([.settled(report)])
  }

  /// The server will never take the session as it is.
  public func reject(_ report: SessionReport, _ errors: [FieldError], at now: Date) throws(APIError) {
    try record([.rejected(RejectedSession(report: report, errors: errors, rejectedAt: now))])
  }

  /// Forgets a rejected session that the app has dealt with.
  public func dismiss(_ rejection: RejectedSession) throws(APIError) {
    try record([.dismissed(rejection.report.key)])
  }

  /// Sends a rejected session with the next upload again: its story may be there by now.
  public func retry(_ rejection: RejectedSession) throws(APIError) {
    try record([.put(rejection.report), .dismissed(rejection.report.key)])
  }

  /// Forgets everything, on sign-out.
  public func removeAll() throws(APIError) {
    running?.task.cancel()
    running = nil
    try file.rewrite([])
    state = QueueState(capacity: state.capacity)
  }

  func record(_ records: [QueueRecord]) throws(APIError) {
    try file.append(records)
    for record in records { state.apply(record) }
    if file.isWasteful(for: state) { try file.rewrite(state.records) }
  }
}
