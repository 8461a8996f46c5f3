public import API
public import Chronology
public import Domain
public import Proto

/// Keeps one view of the journal: the states of active users in memory, their snapshots in the service's own file.
///
/// Every read asks for the journal's head first, so it includes each write that was answered before it. A state that is
/// behind folds what it lacks; one whose past is not this journal's (an account that began again, a restored backup)
/// is thrown away and folded anew.
public final class ViewHost<State: ViewState>: Sendable {
  let loop: Loop
  let journal: Client<SessionAPI>
  let snapshots: SnapshotStore
  let zones: any ZoneSource
  let log: Log
  let hot: LoopLocal<HotUsers<State>>
  private let heads: HeadQuestions
  private let clock: @Sendable () -> Instant

  public init(
    loop: Loop, journal: Client<SessionAPI>, snapshots: SnapshotStore, zones: any ZoneSource, log: Log,
    clock: @escaping @Sendable () -> Instant
  ) {
    self.loop = loop
    self.journal = journal
    self.snapshots = snapshots
    self.zones = zones
    self.log = log
    self.clock = clock
    hot = LoopLocal(loop, HotUsers())
    heads = HeadQuestions(loop: loop, journal: journal)
  }

  /// Answers a question of the calling user from a state that includes every write answered so far.
  public func read<Answer>(
    _ context: CallContext, _ query: (inout State, Instant) throws -> Answer
  ) async throws -> Answer {
    let entry = try await upToDate(context.requireUser())
    hot.value.touch(entry)
    defer { settle(entry) }
    return try query(&entry.state, clock())
  }

  func upToDate(_ user: String) async throws -> HotUser<State> {
    try await current(user, heads.head(of: user))
  }

  /// The user's state, folded at least up to `head`. Between its return and the query nothing else runs on the loop.
  private func current(_ user: String, _ head: SessionAPI.Head) async throws -> HotUser<State> {
    while true {
      let entry = try await loaded(user)
      entry.head = head
      if entry.position == head { return entry }
      if entry.isBusy {
        await withCheckedContinuation { entry.waiting.append($0) }
        continue
      }
      try await catchUp(entry, to: head)
      return entry
    }
  }

  func settle(_ entry: HotUser<State>) {
    hot.value.measure(entry)
    let leaving = hot.value.leaving(
      limit: ViewLimits.hotBytes, goal: ViewLimits.hotBytesAfterEviction, except: entry)
    for entry in leaving { evict(entry) }
  }
}
