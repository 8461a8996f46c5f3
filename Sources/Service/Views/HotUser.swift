import API
public import Domain

/// The state of one active user, and how far into which journal it has come. It lives on the host's loop alone.
@usableFromInline
final class HotUser<State: ViewState> {
  let user: String
  /// A query changes it and calls nothing that could look at it meanwhile.
  @exclusivity(unchecked) @usableFromInline var state = State()
  /// The last event folded, with its checksum: position 0 is before the first.
  var position = SessionAPI.Head(seq: 0, checksum: 0)
  /// Where the journal ended when it was last asked.
  var head = SessionAPI.Head(seq: 0, checksum: 0)
  /// When this user was last asked for, in the host's count of reads.
  var lastRead: UInt64 = 0
  var bytes = 0
  /// Whether it was asked since it was last measured.
  var isNoted = false
  var eventsSinceSnapshot = 0
  /// Whether the newest snapshot on disk is not of this state.
  var isDirty = false
  /// Whether what is on disk is of another fold: the next snapshot then takes the place of all of it.
  var isUnrelatedToDisk = true
  /// Whether a catch-up is under way. Others wait for it instead of beginning one.
  private(set) var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  /// It is to be forgotten once its snapshot is written, unless it is asked for before.
  var isLeaving = false
  /// Its snapshot could not be written: what is on disk stays as it is, and this is never written again.
  var isAbandoned = false

  /// Which fold this is: another number after each new beginning.
  private(set) var fold: UInt64

  init(user: String, fold: UInt64) {
    self.user = user
    self.fold = fold
  }

  /// Whether the caller may catch up: one at a time does.
  func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  func end() {
    isBusy = false
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  func wait(_ continuation: CheckedContinuation<Void, Never>) {
    guard isBusy else { return continuation.resume() }
    waiting.append(continuation)
  }

  func startAgain(fold: UInt64) {
    self.fold = fold
    state = State()
    position = SessionAPI.Head(seq: 0, checksum: 0)
    eventsSinceSnapshot = 0
    isDirty = true
    isUnrelatedToDisk = true
  }
}
