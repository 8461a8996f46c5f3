public import API
public import Chronology
public import Domain
public import Proto
public import Service

/// Hosts one view of the journal: the states of active users in memory, and snapshots in the service's own file.
///
/// Every read requests the journal's head first, unless its caller has just done so, so it includes each write that was
/// acknowledged before it. A state that is behind catches up. A state of another journal (after an account was
/// recreated or a backup restored) is discarded and folded again.
public final class ViewHost<State: ViewState>: Sendable {
  public let loop: Loop
  public let journal: Client<SessionAPI>
  let snapshots: SnapshotFile
  /// The generation of the snapshot file at the last check.
  let seenGeneration: LoopLocal<Int>
  public let zones: any ZoneSource
  let log: Log
  /// The memory for the states of active users.
  private let activeBytes: Int
  let active: LoopLocal<ActiveUsers<State>>
  let heads: LoopLocal<HeadRequests>
  /// The last events of journals, in memory that SessionSvc shares.
  let shared: LoopLocal<SharedHeadsUse>
  @usableFromInline let drawings: DrawingThread
  private let clock: @Sendable () -> Instant

  @usableFromInline var now: Instant { clock() }

  public init(
    loop: Loop, journal: Client<SessionAPI>, snapshots: SnapshotFile, zones: any ZoneSource, log: Log,
    activeBytes: Int = ViewLimits.activeBytes, clock: @escaping @Sendable () -> Instant
  ) {
    self.loop = loop
    self.journal = journal
    self.snapshots = snapshots
    self.zones = zones
    self.log = log
    self.activeBytes = activeBytes
    self.clock = clock
    drawings = DrawingThread(loop: loop)
    active = LoopLocal(loop, ActiveUsers())
    seenGeneration = LoopLocal(loop, snapshots.generation)
    shared = LoopLocal(loop, SharedHeadsUse())
    heads = LoopLocal(
      loop,
      HeadRequests(loop: loop) { call, completion in
        journal.begin(call, meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds)) { result in
          completion(result.mapError { Fault.ofJournal($0, log) })
        }
      })
  }

  /// Calls `body` once, on the loop, with a state that includes every write acknowledged before this call. All access
  /// to states goes through here. If the state is current, no task is created.
  @usableFromInline
  func find(_ context: CallContext, _ body: @escaping @Sendable (Result<ActiveUser<State>, any Error>) -> Void) {
    let user: String
    do throws(Fault) {
      user = try context.requireUser()
    } catch {
      return body(.failure(error))
    }
    if let head = context.head {
      return find(user, at: SessionAPI.Head(seq: head.seq, checksum: head.checksum), body)
    }
    heads.value.fetch(user) { [self] response in
      switch response {
      case .failure(let fault): body(.failure(fault))
      case .success(let head): find(user, at: head, body)
      }
    }
  }

  /// Calls `body` with a state that includes everything up to `head`, which was requested after the read had arrived.
  private func find(
    _ user: String, at head: SessionAPI.Head,
    _ body: @escaping @Sendable (Result<ActiveUser<State>, any Error>) -> Void
  ) {
    guard let entry = covering(head, of: user, nil) ?? foldShared(user, to: head) else {
      Task.immediate(executorPreference: loop) { await catchUp(user, to: head, body) }
      return
    }
    body(.success(entry))
    scheduleMeasuring(of: entry)
  }

  /// The asynchronous form of `find`.
  func find<Value: Sendable>(
    _ context: CallContext, _ body: @escaping @Sendable (ActiveUser<State>) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      find(context) { found in continuation.resume(with: Result { try body(found.get()) }) }
    }
  }

  /// Runs a query on the calling user's state, which includes every acknowledged write.
  public func read<Value: Sendable>(
    _ context: CallContext, _ query: @escaping @Sendable (inout State, Instant) throws -> Value
  ) async throws -> Value {
    try await find(context) { [self] entry in try query(&entry.state, now) }
  }

  /// Returns the state in memory if it includes everything up to `head`: it is at `head`, or beyond it in the fold
  /// `proven`, which was verified against this journal after `head` was requested.
  func covering(_ head: SessionAPI.Head, of user: String, _ proven: UInt64?) -> ActiveUser<State>? {
    guard let entry = active.value.find(user) else { return nil }
    active.value.touch(entry)
    entry.head = head
    if entry.position == head { return entry }
    return entry.fold == proven && entry.position.seq >= head.seq ? entry : nil
  }

  /// Measures the memory use at the end of this turn.
  func scheduleMeasuring(of entry: ActiveUser<State>) {
    if active.value.markRead(entry) { loop.atEndOfTurn { [self] in keepWithinBounds() } }
  }

  func keepWithinBounds() {
    active.value.measureRead()
    let canWrite = snapshots.problem == nil
    for entry in active.value.statesToEvict(
      limit: activeBytes, goal: activeBytes - activeBytes / ViewLimits.evictedParts, canWrite: canWrite)
    {
      if canWrite { evict(entry) } else { active.value.remove(entry) }
    }
  }
}
