public import API
public import Chronology
public import Domain
public import Proto
public import Service

/// Keeps one view of the journal: the states of active users in memory, their snapshots in the service's own file.
///
/// Every read asks for the journal's head first, so it includes each write that was answered before it. A state that is
/// behind folds what it lacks; one whose past is not this journal's (an account that began again, a restored backup)
/// is thrown away and folded anew.
public final class ViewHost<State: ViewState>: Sendable {
  public let loop: Loop
  public let journal: Client<SessionAPI>
  let snapshots: SnapshotFile
  /// How often the file had been made anew at the last check.
  let seenRenewals: LoopLocal<Int>
  public let zones: any ZoneSource
  let log: Log
  let hot: LoopLocal<HotUsers<State>>
  let heads: HeadQuestions
  private let clock: @Sendable () -> Instant

  @usableFromInline var now: Instant { clock() }

  public init(
    loop: Loop, journal: Client<SessionAPI>, snapshots: SnapshotFile, zones: any ZoneSource, log: Log,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.loop = loop
    self.journal = journal
    self.snapshots = snapshots
    self.zones = zones
    self.log = log
    self.clock = clock
    hot = LoopLocal(loop, HotUsers())
    seenRenewals = LoopLocal(loop, snapshots.renewals)
    heads = HeadQuestions(loop: loop, journal: journal, log: log)
  }

  /// The one way to a user's state: `body` is called once, on the loop, with a state that includes every write that was
  /// answered before this call. A state that is current costs neither a task nor a suspension.
  @usableFromInline
  func find(_ context: CallContext, _ body: @escaping @Sendable (Result<HotUser<State>, any Error>) -> Void) {
    let user: String
    do throws(Fault) {
      user = try context.requireUser()
    } catch {
      return body(.failure(error))
    }
    heads.ask(user) { [self] asked in
      switch asked {
      case .failure(let fault): body(.failure(fault))
      case .success(let head):
        guard let entry = covering(head, of: user, nil) else {
          Task.immediate(executorPreference: loop) { await catchUp(user, to: head, body) }
          return
        }
        body(.success(entry))
        noteUse(of: entry)
      }
    }
  }

  /// As `find`, for a caller that has a task.
  func find<Answer: Sendable>(
    _ context: CallContext, _ body: @escaping @Sendable (HotUser<State>) throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      find(context) { found in continuation.resume(with: Result { try body(found.get()) }) }
    }
  }

  /// Answers a question of the calling user from a state that includes every write answered so far.
  public func read<Answer: Sendable>(
    _ context: CallContext, _ query: @escaping @Sendable (inout State, Instant) throws -> Answer
  ) async throws -> Answer {
    try await find(context) { [self] entry in try query(&entry.state, now) }
  }

  /// The state in memory, if it includes all up to `head`: it stands there, or beyond it in a fold that has been
  /// `proven` to be of this journal since `head` was asked for.
  func covering(_ head: SessionAPI.Head, of user: String, _ proven: UInt64?) -> HotUser<State>? {
    guard let entry = hot.value.find(user) else { return nil }
    hot.value.touch(entry)
    entry.head = head
    if entry.position == head { return entry }
    return entry.fold == proven && entry.position.seq >= head.seq ? entry : nil
  }

  /// Has memory measured once this turn has done its reads.
  func noteUse(of entry: HotUser<State>) {
    if hot.value.note(entry) { loop.atEndOfTurn { [self] in keepWithinBounds() } }
  }

  func keepWithinBounds() {
    hot.value.measureRead()
    let canWrite = snapshots.trouble == nil
    for entry in hot.value.leaving(
      limit: ViewLimits.hotBytes, goal: ViewLimits.hotBytesAfterEviction, canWrite: canWrite)
    {
      if canWrite { evict(entry) } else { hot.value.remove(entry) }
    }
  }
}
