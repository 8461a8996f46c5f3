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
  let loop: Loop
  public let journal: Client<SessionAPI>
  let snapshots: SnapshotFile
  /// How often the file was made anew when its users were last looked at.
  let seenRenewals: LoopLocal<Int>
  public let zones: any ZoneSource
  let log: Log
  let hot: LoopLocal<HotUsers<State>>
  private let heads: HeadQuestions
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

  /// Answers a question of the calling user from a state that includes every write answered so far.
  public func read<Answer>(
    _ context: CallContext, _ query: (inout State, Instant) throws -> Answer
  ) async throws -> Answer {
    try await current(context.requireUser()) { entry in try query(&entry.state, now) }
  }

  /// Hands the user's state, folded up to the journal's head at least, to `body`. Any `await` may let others run on the
  /// loop, so that what was found before one is looked at again after it, in one step with `body`.
  func current<Answer>(_ user: String, _ body: (HotUser<State>) throws -> Answer) async throws -> Answer {
    try await current(user, to: try await heads.head(of: user), body)
  }

  private func current<Answer>(
    _ user: String, to head: SessionAPI.Head, _ body: (HotUser<State>) throws -> Answer
  ) async throws -> Answer {
    var head = head
    var proven: UInt64?
    while true {
      for _ in 0..<ViewLimits.advancesToOneHead {
        if let entry = covering(head, of: user, proven) {
          defer { settle(entry) }
          return try body(entry)
        }
        proven = try await advance(user, to: head)
      }
      // A journal that began again meanwhile may never come so far.
      head = try await heads.head(of: user)
    }
  }

  /// As `current`, for a caller without a task: one is begun only where the state is behind. `body` is called once, on
  /// the loop.
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
        guard let entry = covering(head, of: user, nil) else { return catchUp(user, to: head, body) }
        body(.success(entry))
        settle(entry)
      }
    }
  }

  private func catchUp(
    _ user: String, to head: SessionAPI.Head, _ body: @escaping @Sendable (Result<HotUser<State>, any Error>) -> Void
  ) {
    Task.immediate(executorPreference: loop) {
      do {
        try await current(user, to: head) { entry in body(.success(entry)) }
      } catch {
        body(.failure(error))
      }
    }
  }

  /// The state in memory, if it includes all up to `head`: it stands there, or beyond it in a fold that has been
  /// `proven` to be of this journal since `head` was asked for.
  private func covering(_ head: SessionAPI.Head, of user: String, _ proven: UInt64?) -> HotUser<State>? {
    guard let entry = hot.value.find(user) else { return nil }
    hot.value.touch(entry)
    entry.head = head
    if entry.position == head { return entry }
    return entry.fold == proven && entry.position.seq >= head.seq ? entry : nil
  }

  /// Waits for the catch-up that is under way, or does one itself and says which fold it has proven.
  private func advance(_ user: String, to head: SessionAPI.Head) async throws -> UInt64? {
    let entry = await loaded(user)
    if entry.position == head { return nil }
    guard entry.begin() else {
      await withCheckedContinuation { entry.wait($0) }
      return nil
    }
    defer {
      entry.end()
      settle(entry)
    }
    return try await catchUp(entry, to: head)
  }

  /// Has what is in memory looked at once this turn has done its reads.
  private func settle(_ entry: HotUser<State>) {
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

/// What a call asks of a user's state.
public typealias ViewQuery<State, Reply> = @Sendable (inout State, Instant) throws -> Reply

extension Router {
  /// Answers a call by a query that also gets the position of the state in the journal, by which parts of one answer
  /// are known to be of one state.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    positioned query: @escaping @Sendable (M, inout State, SessionAPI.Head) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      host.find(context) { found in
        open.answer {
          let entry = try found.get()
          return try query(call, &entry.state, entry.position)
        }
      }
    }
  }

  /// Answers a call by a query of the calling user's state, which includes every write answered before.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    _ query: @escaping @Sendable (M, inout State, Instant) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      host.find(context) { found in
        open.answer { try query(call, &found.get().state, host.now) }
      }
    }
  }

  /// As above, for an answer that may be as large as `bytes` says: it is made when there is room for it.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    bulk bytes: @escaping @Sendable (M) -> Int,
    _ query: @escaping @Sendable (M, inout State, Instant) throws -> M.Reply, of host: ViewHost<State>
  ) {
    serveLater(bulk: bytes) { (call: M, context, open) in
      host.find(context) { found in
        open.answer { try query(call, &found.get().state, host.now) }
      }
    }
  }

  /// As above, where not every argument makes sense: `read` makes the query of it before anybody asks the journal.
  @inlinable
  public func serve<M: Method, State: ViewState>(
    reading read: @escaping @Sendable (M) throws -> ViewQuery<State, M.Reply>, of host: ViewHost<State>
  ) {
    serveLater { (call: M, context, open) in
      let query: ViewQuery<State, M.Reply>
      do {
        query = try read(call)
      } catch {
        return open.answer { throw error }
      }
      host.find(context) { found in
        open.answer { try query(&found.get().state, host.now) }
      }
    }
  }
}
