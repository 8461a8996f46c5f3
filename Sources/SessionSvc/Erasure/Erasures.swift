import API
import Proto
import Synchronization

/// The deleted accounts of which something may be left, in memory as in the table: who is refused, what is to be done
/// next, who waits for what. A value under one lock, which no call holds while it waits.
final class Erasures: Sendable {
  /// What is left of an account.
  enum Rest: Sendable {
    /// Rows, the name with them; nil until it is certain that they will go.
    case rows(isCertain: Bool)
    /// What the engine's files hold of deleted rows.
    case traces
    /// The states of these views.
    case views(Set<String>)
  }

  struct Open {
    var erasure: SessionAPI.Erasure
    var user: String
    var rest: Rest
    /// Calls that wait for the end; true where it is certain that there will be one.
    var waiting: [CheckedContinuation<Bool, Never>] = []
  }

  typealias ViewAnswer = CheckedContinuation<Void, Never>

  struct State {
    var open: [[UInt8]: Open] = [:]
    /// Ids by the users who are refused.
    var ids: [String: [UInt8]] = [:]
    /// Those whose rows are gone, and who are refused for a while all the same.
    var held: Set<[UInt8]> = []
    var views: [UInt64: (view: String, answer: ViewAnswer)] = [:]
    var lastView: UInt64 = 0
    var isWorking = false
    var isStopping = false
    /// Until then the engine's files are left alone.
    var scrubAt = 0
    /// Of several hosts: whose names stand in the table, and since when that is known here.
    var named: [[UInt8]: (user: String, since: Int)] = [:]
    /// Deletions that were begun or taken up here.
    var own: Set<[UInt8]> = []
    /// Marks that all views of this host have come by.
    var met: Set<[UInt8]> = []
  }

  let state = Mutex(State())
  let progress: ErasureProgress
  /// How many users are refused, so that a call usually asks no more than this.
  let refused = Atomic<Int>(0)
  /// For how long a user is refused whose rows are gone: calls may be on their way that were let in before.
  let holdMilliseconds: Int

  init(holdMilliseconds: Int = 0, progress: ErasureProgress = ErasureProgress()) {
    self.holdMilliseconds = holdMilliseconds
    self.progress = progress
  }

  /// Throws where the user's rows are being deleted.
  func check(_ user: String) throws(Fault) {
    if isRefused(user) { throw Fault.accountIsBeingDeleted }
  }

  func isRefused(_ user: String) -> Bool {
    refused.load(ordering: .acquiring) > 0 && state.withLock { $0.ids[user] != nil }
  }

  /// From here on the user is refused. Where the account is being deleted already, the id of that, and false.
  func begin(_ erasure: SessionAPI.Erasure, of user: String) -> (id: [UInt8], isNew: Bool) {
    state.withLock { state in
      if let known = state.ids[user] { return (known, false) }
      state.ids[user] = erasure.id
      state.open[erasure.id] = Open(erasure: erasure, user: user, rest: .rows(isCertain: false))
      state.own.insert(erasure.id)
      refused.add(1, ordering: .releasing)
      return (erasure.id, true)
    }
  }

  /// It could not be written down: the account stays.
  func withdraw(_ id: [UInt8]) {
    finish(id, isCertain: false)
  }

  func setCertain(_ id: [UInt8]) {
    state.withLock { $0.open[id]?.rest = .rows(isCertain: true) }
  }

  /// One that was left by an earlier process.
  func restore(_ erasure: SessionAPI.Erasure, of user: String?) {
    state.withLock { state in
      state.open[erasure.id] = Open(
        erasure: erasure, user: user ?? "", rest: user == nil ? .traces : .rows(isCertain: true))
      state.own.insert(erasure.id)
      guard let user, state.ids.updateValue(erasure.id, forKey: user) == nil else { return }
      refused.add(1, ordering: .releasing)
    }
  }

  /// Waits until nothing is left, or for so long; false where the account stays after all, or may. `isCertain` holds
  /// where the end has come before.
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

  /// Nothing is left of it any more.
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
    refused.subtract(1, ordering: .releasing)
  }
}

// What is done one after the other, by one task at a time.
extension Erasures {
  /// Whether the caller is to do the work, alone until `endWork`.
  func beginWork() -> Bool {
    state.withLock { state in
      guard !state.isWorking, !state.isStopping, Self.hasWork(state) else { return false }
      state.isWorking = true
      return true
    }
  }

  /// False where there is more to do: then the caller goes on.
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

  /// One with rows, of which it is certain that they are to go.
  var nextWithRows: (erasure: SessionAPI.Erasure, user: String)? {
    state.withLock { state in
      for open in state.open.values {
        if case .rows(isCertain: true) = open.rest { return (open.erasure, open.user) }
      }
      return nil
    }
  }

  /// The rows and the name are gone: after a while the user may begin anew.
  func rowsAreGone(_ id: [UInt8]) {
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

  /// The files hold nothing of them: now the views are to follow.
  func tracesAreGone(_ ids: [[UInt8]], scrubAgainAt instant: Int) {
    let answers = state.withLock { state in
      state.scrubAt = instant
      for id in ids { state.open[id]?.rest = .views(Set(SessionAPI.WaitForErasures.views)) }
      return Self.removeViews(&state)
    }
    for answer in answers { answer.resume() }
  }
}

// The views.
extension Erasures {
  /// What every view has erased now.
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

  /// What the view is to erase, as soon as there is something; empty where the call ends before.
  func next(for view: String) async throws(Fault) -> [SessionAPI.Erasure] {
    let id = state.withLock { state in
      state.lastView += 1
      return state.lastView
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (answer: ViewAnswer) in
        let isOver = state.withLock { state in
          let isFull = state.views.count >= SessionLimits.erasureWaits
          if isFull || state.isStopping || Task.isCancelled || !Self.offered(to: view, state).isEmpty { return true }
          state.views[id] = (view, answer)
          return false
        }
        if isOver { answer.resume() }
      }
    } onCancel: {
      state.withLock { $0.views.removeValue(forKey: id) }?.answer.resume()
    }
    let offered = state.withLock { Self.offered(to: view, $0) }
    guard offered.isEmpty else { return offered }
    throw Fault(.unavailable, "nothing was erased before the call ended")
  }

  static func removeViews(_ state: inout State) -> [ViewAnswer] {
    defer { state.views = [:] }
    return state.views.values.map(\.answer)
  }

  /// Calls of views end, and further work is left to the next process.
  func stop() {
    let answers = state.withLock { state in
      state.isStopping = true
      return Self.removeViews(&state)
    }
    for answer in answers { answer.resume() }
  }
}
