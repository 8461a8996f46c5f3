public import Foundation

/// What waits on disk for the server: sessions of listening and reading, rucks and answers about works. It survives a
/// crash at any moment, a full disk and a second process with the same file, such as an extension of the app.
public actor OfflineQueue {
  private(set) var state: QueueState
  /// The upload under way, with its number.
  var running: (number: Int, task: Task<Result<UploadSummary, APIError>, Never>)?
  var uploads = 0
  private var file: QueueFile
  /// Lines that were found torn when the file was opened.
  public nonisolated let damagedLines: Int

  /// Opens the queue at `file`, below the application support directory for example: a caches directory may be
  /// emptied by the system.
  public init(file url: URL, capacity: Int = WaymarkClient.Limits.pendingSessions) throws(APIError) {
    var file = QueueFile(url: url)
    var state = QueueState(capacity: max(1, capacity))
    var damagedLines = 0
    if file.exists {
      let lock = try file.lock()
      let found = try file.news()
      for record in found.records { state.apply(record) }
      damagedLines = found.damagedLines
      // On a full disk the file stays as it is: what it holds can be read all the same.
      if damagedLines > 0 || file.isWasteful(for: state) { try? file.rewrite(state.records) }
      withExtendedLifetime(lock) {}
    }
    self.file = file
    self.state = state
    self.damagedLines = damagedLines
  }

  /// Whether nothing waits.
  public var isEmpty: Bool { current.count == 0 }

  /// The sessions of listening that wait, in the order in which they came.
  public var pending: [SessionReport] {
    pendingItems.compactMap(SessionReport.init)
  }

  /// All that waits, in the order in which it came.
  public var pendingItems: [OfflineItem] { current.pending }

  /// The sessions of listening that the server will not take, the latest last.
  public var rejected: [RejectedSession] { rejectedItems.compactMap(RejectedSession.init) }

  /// All that the server will not take, the latest last.
  public var rejectedItems: [RejectedItem] { current.rejected }

  /// Keeps the report, or extends the one that waits; returns what waits now, once it is on the disk.
  @discardableResult
  public func enqueue<Report: OfflineReport>(_ report: Report) throws(APIError) -> Report {
    Report(try enqueue(report.offlineItem)) ?? report
  }

  /// The same for an item of any kind.
  @discardableResult
  public func enqueue(_ item: OfflineItem) throws(APIError) -> OfflineItem {
    let item = item.inWholeSeconds
    try change { state in
      if let present = state.item(item.key), present.extended(by: item) == present { return [] }
      // What is said again is no longer what was refused.
      let wasRefused = state.rejected.contains { $0.item.key == item.key }
      return (wasRefused ? [.dropping(item)] : []) + [.keeping(item)]
    }
    return state.item(item.key) ?? item
  }

  /// The server has the session.
  public func settle(_ report: SessionReport) throws(APIError) {
    try settle(.listening(report))
  }

  /// The server has it, or it is no longer to be sent. What was extended since stays.
  public func settle(_ item: OfflineItem) throws(APIError) {
    try change { _ in [.ending(item.inWholeSeconds)] }
  }

  /// The server will never take the session as it is.
  public func reject(_ report: SessionReport, _ errors: [FieldError], at now: Date) throws(APIError) {
    try reject(.listening(report), errors, at: now)
  }

  /// The server will never take the item as it is.
  public func reject(_ item: OfflineItem, _ errors: [FieldError], at now: Date) throws(APIError) {
    let rejection = RejectedItem(item: item.inWholeSeconds, errors: errors, rejectedAt: now.wholeSecond)
    try change { _ in [.refusing(rejection)] }
  }

  /// Forgets a rejected session that the app has dealt with.
  public func dismiss(_ rejection: RejectedSession) throws(APIError) {
    try dismiss(rejection.asItem)
  }

  /// Forgets a rejected item that the app has dealt with.
  public func dismiss(_ rejection: RejectedItem) throws(APIError) {
    try change { _ in [.dropping(rejection.item)] }
  }

  /// Sends a rejected session with the next upload again: its story may be there by now.
  public func retry(_ rejection: RejectedSession) throws(APIError) {
    try retry(rejection.asItem)
  }

  /// Sends a rejected item with the next upload again.
  public func retry(_ rejection: RejectedItem) throws(APIError) {
    try correct(rejection, as: rejection.item)
  }

  /// Sends another item with the next upload in place of the rejected one.
  public func correct(_ rejection: RejectedItem, as item: OfflineItem) throws(APIError) {
    // The rejected one first: a crash in between must leave one of the two, and both are one line of work.
    try change { _ in [.dropping(rejection.item), .keeping(item.inWholeSeconds)] }
  }

  /// Forgets everything, on sign-out.
  public func removeAll() throws(APIError) {
    running?.task.cancel()
    running = nil
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    try file.rewrite([])
    state = QueueState(capacity: state.capacity)
  }

  /// Writes what `decide` makes of the newest state.
  func change(_ decide: (QueueState) -> [QueueRecord]) throws(APIError) {
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    try catchUp()
    let records = decide(state)
    try file.append(records)
    for record in records { state.apply(record) }
    // The records are safe: a disk that is too full for a shorter file is no reason to say otherwise.
    if file.isWasteful(for: state) { try? file.rewrite(state.records) }
  }

  /// With what other processes have written until now; where the file cannot be read, what was known of it.
  private var current: QueueState {
    if file.hasNews { try? change { _ in [] } }
    return state
  }

  private func catchUp() throws(APIError) {
    let news = try file.news()
    if news.startsOver { state = QueueState(capacity: state.capacity) }
    for record in news.records { state.apply(record) }
  }
}
