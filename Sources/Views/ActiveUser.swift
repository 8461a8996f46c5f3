public import API
public import Domain

/// The state of one active user with its position in the journal. Only the host's loop uses it.
@usableFromInline
final class ActiveUser<State: ViewState> {
  let user: String
  /// A query may change it. No other code reads it during a query.
  @exclusivity(unchecked) @usableFromInline var state = State()
  /// The last folded event with its checksum. Position 0 is before the first event.
  @usableFromInline var position = SessionAPI.Head(seq: 0, checksum: 0)
  /// The head of the journal when it was last requested.
  var head = SessionAPI.Head(seq: 0, checksum: 0)
  /// The number of the last read of this user.
  var lastRead: UInt64 = 0
  var bytes = 0
  /// Whether it was read since it was last measured.
  var isMarkedRead = false
  var eventsSinceSnapshot = 0
  /// Whether the state has changed since its last snapshot.
  var isDirty = false
  /// The digest of the snapshot on disk if it belongs to this fold. If nil, the next snapshot replaces it completely.
  var base: [UInt8]?
  /// The position of the snapshot on disk, of any fold.
  var diskSeq: Int64 = 0
  /// Whether no snapshot of this fold was taken yet, so that all parts count as changed.
  var hasAllPartsChanged = true
  /// Whether a snapshot is being written. Only one is written at a time.
  private(set) var isSaving = false
  private var waitingForSave: [CheckedContinuation<Void, Never>] = []
  /// Whether a catch-up is running. Other reads wait for it.
  private(set) var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// Whether it is removed after its snapshot is written, unless it is read before that.
  var isBeingEvicted = false

  /// The number of this fold. It changes when the fold restarts.
  private(set) var fold: UInt64
  /// The number of the first fold, which identifies this object.
  let serial: UInt64

  init(user: String, fold: UInt64) {
    self.user = user
    self.fold = fold
    serial = fold
  }

  /// Returns whether the caller may catch up: only one does at a time.
  func beginCatchUp() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  func endCatchUp() {
    isBusy = false
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  func waitForCatchUp(_ continuation: CheckedContinuation<Void, Never>) {
    guard isBusy else { return continuation.resume() }
    waiting.append(continuation)
  }

  func beginSave() {
    isSaving = true
  }

  func endSave() {
    isSaving = false
    let waiting = waitingForSave
    waitingForSave = []
    for continuation in waiting { continuation.resume() }
  }

  func waitForSave(_ continuation: CheckedContinuation<Void, Never>) {
    guard isSaving else { return continuation.resume() }
    waitingForSave.append(continuation)
  }

  /// Returns the parts for the next snapshot: those that changed since the last one, or all.
  func takeParts() -> [SnapshotPart] {
    let changed = state.takeChangedParts()
    defer { hasAllPartsChanged = false }
    if base != nil { return changed }
    return hasAllPartsChanged ? changed.filter { $0.bytes != nil } : state.allParts()
  }

  func restart(fold: UInt64) {
    self.fold = fold
    state = State()
    position = SessionAPI.Head(seq: 0, checksum: 0)
    eventsSinceSnapshot = 0
    isDirty = true
    base = nil
    hasAllPartsChanged = true
  }
}
