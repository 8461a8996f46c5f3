public import Foundation

/// A queue on disk for listening and reading sessions, rucks and diversity values that the server does not have yet. It
/// survives crashes and a full disk, and several processes, such as an app and its extensions, may use the same file.
public actor OfflineQueue {
  private(set) var state: QueueState
  /// The current upload with its number.
  var running: (number: Int, task: Task<Result<UploadSummary, APIError>, Never>)?
  var uploads = 0
  private var file: QueueFile
  /// The number of torn lines that were skipped when the file was opened.
  public nonisolated let damagedLines: Int

  /// Opens the queue, or creates it with the first item. Throws ``APIError/storage(_:)`` if the file cannot be read.
  ///
  /// - Parameters:
  ///   - url: a file in the application support directory; the system may empty a caches directory.
  ///   - capacity: the number of items to keep. If it is exceeded, the oldest item is moved to the rejected items.
  public init(file url: URL, capacity: Int = WaymarkClient.Limits.pendingSessions) throws(APIError) {
    var file = QueueFile(url: url)
    var state = QueueState(capacity: max(1, capacity))
    var damagedLines = 0
    if file.exists {
      let lock = try file.lock()
      let found = try file.readUpdate()
      for record in found.records { state.apply(record) }
      damagedLines = found.damagedLines
      // If the disk is full, the file stays as it is and remains readable.
      if damagedLines > 0 || file.isWasteful(for: state) { try? file.rewrite(state.records) }
      withExtendedLifetime(lock) {}
    }
    self.file = file
    self.state = state
    self.damagedLines = damagedLines
  }

  /// Whether no item is queued.
  public var isEmpty: Bool { current.count == 0 }

  /// The queued listening sessions in the order in which they were added.
  public var pending: [SessionReport] {
    pendingItems.compactMap(SessionReport.init)
  }

  /// All queued items in the order in which they were added.
  public var pendingItems: [OfflineItem] { current.pending }

  /// The rejected listening sessions, the latest last.
  public var rejected: [RejectedSession] { rejectedItems.compactMap(RejectedSession.init) }

  /// All rejected items, the latest last.
  public var rejectedItems: [RejectedItem] { current.rejected }

  /// Stores a report, or extends the queued one with the same key. Returns the queued report once it is on disk.
  @discardableResult
  public func enqueue<Report: OfflineReport>(_ report: Report) throws(APIError) -> Report {
    Report(try enqueue(report.offlineItem)) ?? report
  }

  /// Stores an item, or extends the queued one with the same key. Returns the queued item once it is on disk.
  @discardableResult
  public func enqueue(_ item: OfflineItem) throws(APIError) -> OfflineItem {
    let item = item.inWholeSeconds
    try change { state in
      if let present = state.item(item.key), present.extended(by: item) == present { return [] }
      // A new report replaces a rejected one with the same key.
      let wasRejected = state.rejected.contains { $0.item.key == item.key }
      return (wasRejected ? [.dropping(item)] : []) + [.keeping(item)]
    }
    return state.item(item.key) ?? item
  }

  /// Removes a session that the server has stored. If it was extended since, it stays.
  public func settle(_ report: SessionReport) throws(APIError) {
    try settle(.listening(report))
  }

  /// Removes an item that the server has stored. If it was extended since, it stays.
  public func settle(_ item: OfflineItem) throws(APIError) {
    try change { _ in [.ending(item.inWholeSeconds)] }
  }

  /// Moves a session to the rejected items.
  public func reject(_ report: SessionReport, _ errors: [FieldError], at now: Date) throws(APIError) {
    try reject(.listening(report), errors, at: now)
  }

  /// Moves an item to the rejected items.
  public func reject(_ item: OfflineItem, _ errors: [FieldError], at now: Date) throws(APIError) {
    let rejection = RejectedItem(item: item.inWholeSeconds, errors: errors, rejectedAt: now.wholeSecond)
    try change { _ in [.rejecting(rejection)] }
  }

  /// Deletes a rejected session.
  public func dismiss(_ rejection: RejectedSession) throws(APIError) {
    try dismiss(rejection.asItem)
  }

  /// Deletes a rejected item.
  public func dismiss(_ rejection: RejectedItem) throws(APIError) {
    try change { _ in [.dropping(rejection.item)] }
  }

  /// Queues a rejected session again, for example after its story was saved.
  public func retry(_ rejection: RejectedSession) throws(APIError) {
    try retry(rejection.asItem)
  }

  /// Queues a rejected item again.
  public func retry(_ rejection: RejectedItem) throws(APIError) {
    try correct(rejection, as: rejection.item)
  }

  /// Replaces a rejected item by a corrected one and queues that.
  public func correct(_ rejection: RejectedItem, as item: OfflineItem) throws(APIError) {
    // Both records are appended together.
    try change { _ in [.dropping(rejection.item), .keeping(item.inWholeSeconds)] }
  }

  /// Deletes all items. Call it on sign-out.
  public func removeAll() throws(APIError) {
    running?.task.cancel()
    running = nil
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    try file.rewrite([])
    state = QueueState(capacity: state.capacity)
  }

  /// Appends the records that `decide` returns for the newest state, and applies them.
  func change(_ decide: (QueueState) -> [QueueRecord]) throws(APIError) {
    let lock = try file.lock()
    defer { withExtendedLifetime(lock) {} }
    try catchUp()
    let records = decide(state)
    try file.append(records)
    for record in records { state.apply(record) }
    // The records are stored, so a failed compaction is not an error.
    if file.isWasteful(for: state) { try? file.rewrite(state.records) }
  }

  /// The state with the records of other processes. If the file cannot be read, the last known state.
  private var current: QueueState {
    if file.hasUpdate { try? change { _ in [] } }
    return state
  }

  private func catchUp() throws(APIError) {
    let update = try file.readUpdate()
    if update.startsOver { state = QueueState(capacity: state.capacity) }
    for record in update.records { state.apply(record) }
  }
}
