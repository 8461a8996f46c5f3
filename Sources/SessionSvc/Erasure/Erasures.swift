import API
import Proto
import Synchronization

/// The deletions in progress: the rejected users, the remaining work and the waiting calls. One lock guards the state,
/// and no call holds it while it waits.
final class Erasures: Sendable {
  /// The remaining work of a deletion.
  enum Rest: Sendable {
    /// Rows and the user's name. `isCertain` is true after the deletion was committed.
    case rows(isCertain: Bool)
    /// Remains of deleted rows in the engine's files.
    case traces
    /// The state of these views.
    case views(Set<String>)
  }

  struct Open {
    var erasure: SessionAPI.Erasure
    var user: String
    var rest: Rest
    /// Calls that wait for the end. They get true if the deletion is certain.
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  typealias ViewContinuation = CheckedContinuation<Void, Never>

  struct State {
    var open: [[UInt8]: Open] = [:]
    /// The record ids of the rejected users.
    var ids: [String: [UInt8]] = [:]
    /// Deletions whose rows are gone but whose users are still rejected.
    var held: Set<[UInt8]> = []
    var views: [UInt64: (view: String, continuation: ViewContinuation)] = [:]
    var lastView: UInt64 = 0
    var isWorking = false
    var isStopping = false
    /// The engine's files are not scrubbed before this time.
    var scrubAt = 0
    /// With several hosts: the names in the table and the time when this host first saw them.
    var named: [[UInt8]: (user: String, since: Int)] = [:]
    /// Deletions that this host started or continued.
    var own: Set<[UInt8]> = []
    /// Records that all views of this host have applied.
    var applied: Set<[UInt8]> = []
  }

  let state = Mutex(State())
  let progress: ErasureProgress
  /// The number of rejected users. If it is zero, a call needs no lock.
  let rejectedUsers = Atomic<Int>(0)
  /// The time for which a user is still rejected after the rows are gone, because accepted calls may be in flight.
  let holdMilliseconds: Int

  init(holdMilliseconds: Int = 0, progress: ErasureProgress = ErasureProgress()) {
    self.holdMilliseconds = holdMilliseconds
    self.progress = progress
  }

  /// Throws if the account is being deleted. A client keeps its credentials until the deletion is stored, because it
  /// may still be rejected or fail.
  func check(_ user: String) throws(Fault) {
    if isDeleted(user) { throw Fault.accountIsBeingDeleted }
    if isRejected(user) { throw Fault.accountMayBeDeleted }
  }

  func isRejected(_ user: String) -> Bool {
    rejectedUsers.load(ordering: .acquiring) > 0 && state.withLock { $0.ids[user] != nil }
  }

  /// Whether the user is rejected and the deletion is stored.
  func isDeleted(_ user: String) -> Bool {
    guard rejectedUsers.load(ordering: .acquiring) > 0 else { return false }
    return state.withLock { state in
      guard let id = state.ids[user] else { return false }
      if case .rows(isCertain: false)? = state.open[id]?.rest { return false }
      return true
    }
  }

  /// Starts a deletion and rejects the user. If a deletion is in progress, returns its id and false.
  func begin(_ erasure: SessionAPI.Erasure, of user: String) -> (id: [UInt8], isNew: Bool) {
    state.withLock { state in
      if let known = state.ids[user] { return (known, false) }
      state.ids[user] = erasure.id
      state.open[erasure.id] = Open(erasure: erasure, user: user, rest: .rows(isCertain: false))
      state.own.insert(erasure.id)
      rejectedUsers.add(1, ordering: .releasing)
      return (erasure.id, true)
    }
  }

  /// Cancels a deletion that could not be stored.
  func withdraw(_ id: [UInt8]) {
    finish(id, isCertain: false)
  }

  func setCertain(_ id: [UInt8]) {
    state.withLock { $0.open[id]?.rest = .rows(isCertain: true) }
  }

  /// Continues a deletion of an earlier process.
  func restore(_ erasure: SessionAPI.Erasure, of user: String?) {
    state.withLock { state in
      state.open[erasure.id] = Open(
        erasure: erasure, user: user ?? "", rest: user == nil ? .traces : .rows(isCertain: true))
      state.own.insert(erasure.id)
      guard let user, state.ids.updateValue(erasure.id, forKey: user) == nil else { return }
      rejectedUsers.add(1, ordering: .releasing)
    }
  }

  /// Waits for the end of a deletion or for the timeout. Returns false if the account may remain. `isCertain` is the
  /// result if the deletion has already ended.
  func wait(for id: [UInt8], milliseconds: Int, isCertain: Bool) async -> Bool {
    let alarm = Task {
      try? await Task.sleep(for: .milliseconds(milliseconds))
      release(id)
    }
    defer { alarm.cancel() }
    return await withCheckedContinuation { continuation in
      let outcome: Bool? = state.withLock { state in
        guard state.open[id] != nil else { return isCertain || state.held.contains(id) }
        state.open[id]?.waiting.append(continuation)
        return nil
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func release(_ id: [UInt8]) {
    let (waiting, isCertain) = state.withLock { state -> ([CheckedContinuation<Bool, Never>], Bool) in
      guard let open = state.open[id] else { return ([], true) }
      state.open[id]?.waiting = []
      if case .rows(isCertain: false) = open.rest { return (open.waiting, false) }
      return (open.waiting, true)
    }
    for continuation in waiting { continuation.resume(returning: isCertain) }
  }

  /// Ends a deletion and completes its waiting calls.
  func finish(_ id: [UInt8], isCertain: Bool = true) {
    let waiting = state.withLock { state in
      let open = state.open.removeValue(forKey: id)
      if let user = open?.user, state.ids[user] == id { admit(user, &state) }
      return open?.waiting ?? []
    }
    for continuation in waiting { continuation.resume(returning: isCertain) }
  }

  func admit(_ user: String, _ state: inout State) {
    state.ids[user] = nil
    rejectedUsers.subtract(1, ordering: .releasing)
  }
}

// The work of deletions, which one task does at a time.
extension Erasures {
  /// Returns whether the caller must do the work, exclusively until `endWork`.
  func beginWork() -> Bool {
    state.withLock { state in
      guard !state.isWorking, !state.isStopping, Self.hasWork(state) else { return false }
      state.isWorking = true
      return true
    }
  }

  /// Returns false if there is more work, which the caller must continue.
  func endWork() -> Bool {
    state.withLock { state in
      state.isWorking = Self.hasWork(state) && !state.isStopping
      return !state.isWorking
    }
  }

  var isStopping: Bool { state.withLock { $0.isStopping } }

  private static func hasWork(_ state: State) -> Bool {
    state.open.values.contains { open in
      switch open.rest {
      case .rows(let isCertain): isCertain
      case .traces: true
      case .views: false
      }
    }
  }

  /// A certain deletion with remaining rows.
  var nextWithRows: (erasure: SessionAPI.Erasure, user: String)? {
    state.withLock { state in
      for open in state.open.values {
        if case .rows(isCertain: true) = open.rest { return (open.erasure, open.user) }
      }
      return nil
    }
  }

  /// Called when the rows and the name are deleted. The user is admitted again after a while.
  func noteRowsDeleted(_ id: [UInt8]) {
    let user = state.withLock { state -> String? in
      guard let user = state.open[id]?.user else { return nil }
      state.open[id]?.user = ""
      state.open[id]?.rest = .traces
      if holdMilliseconds > 0 {
        state.held.insert(id)
      } else if state.ids[user] == id {
        admit(user, &state)
      }
      return user
    }
    guard let user, holdMilliseconds > 0 else { return }
    Task {
      try? await Task.sleep(for: .milliseconds(holdMilliseconds))
      state.withLock { state in
        state.held.remove(id)
        if state.ids[user] == id { admit(user, &state) }
      }
    }
  }

  var withTraces: [[UInt8]] {
    state.withLock { state in
      state.open.values.compactMap { open in
        if case .traces = open.rest { open.erasure.id } else { nil }
      }
    }
  }

  var scrubAt: Int { state.withLock { $0.scrubAt } }

  /// Called when the files contain no remains. Now the views erase the user.
  func noteScrubbed(_ ids: [[UInt8]], scrubAgainAt instant: Int) {
    let continuations = state.withLock { state in
      state.scrubAt = instant
      for id in ids { state.open[id]?.rest = .views(Set(SessionAPI.WaitForErasures.views)) }
      return Self.removeViews(&state)
    }
    for continuation in continuations { continuation.resume() }
  }
}

// Deletions in the views.
extension Erasures {
  /// Records the deletions that a view has applied and returns those that all views have.
  func confirm(_ ids: [[UInt8]], by view: String) -> [[UInt8]] {
    state.withLock { state in
      ids.filter { id in
        guard case .views(var left)? = state.open[id]?.rest else { return false }
        left.remove(view)
        state.open[id]?.rest = .views(left)
        return left.isEmpty
      }
    }
  }

  private static func offered(to view: String, _ state: State) -> [SessionAPI.Erasure] {
    state.open.values.compactMap { open in
      guard case .views(let left) = open.rest, left.contains(view) else { return nil }
      return open.erasure
    }
  }

  /// Returns the deletions that the view must apply, and waits until there are any. Throws if the call ends first.
  func next(for view: String) async throws(Fault) -> [SessionAPI.Erasure] {
    let id = state.withLock { state in
      state.lastView += 1
      return state.lastView
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: ViewContinuation) in
        let isOver = state.withLock { state in
          let isFull = state.views.count >= SessionLimits.erasureWaits
          if isFull || state.isStopping || Task.isCancelled || !Self.offered(to: view, state).isEmpty { return true }
          state.views[id] = (view, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.views.removeValue(forKey: id) }?.continuation.resume()
    }
    let offered = state.withLock { Self.offered(to: view, $0) }
    guard offered.isEmpty else { return offered }
    throw Fault(.unavailable, "no account was deleted before the call ended")
  }

  static func removeViews(_ state: inout State) -> [ViewContinuation] {
    defer { state.views = [:] }
    return state.views.values.map(\.continuation)
  }

  /// Ends the calls of views and leaves the remaining work to the next process.
  func stop() {
    let continuations = state.withLock { state in
      state.isStopping = true
      return Self.removeViews(&state)
    }
    for continuation in continuations { continuation.resume() }
  }
}
