import API
import Crypto
import Proto
import Synchronization

/// With several hosts, records of deleted accounts remain in the database for a while, so that every host's views apply
/// them. A record contains the user's name while the user is rejected.
extension Erasures {
  typealias Mark = (erasure: SessionAPI.Erasure, user: String?)

  /// The first second of the records to read.
  var readsFrom: Int64 { progress.value - SessionLimits.erasureOverlapSeconds }

  /// Updates the state from the database's records: rejects and admits users, and offers the deletions of other hosts
  /// to this host's views. Returns the records whose rows or name this host must now remove.
  func update(from marks: [Mark], now: Int) -> [(erasure: SessionAPI.Erasure, user: String)] {
    let (due, continuations) = state.withLock { state in
      var named: [[UInt8]: (user: String, since: Int)] = [:]
      for (erasure, user) in marks {
        if state.open[erasure.id] == nil, state.applied.insert(erasure.id).inserted {
          state.open[erasure.id] = Open(
            erasure: erasure, user: "", rest: .views(Set(SessionAPI.WaitForErasures.views)))
        }
        guard let user else { continue }
        named[erasure.id] = state.named[erasure.id] ?? (user, now)
        if state.ids[user] == nil {
          state.ids[user] = erasure.id
          rejectedUsers.add(1, ordering: .releasing)
        }
      }
      for (id, gone) in state.named where named[id] == nil && state.ids[gone.user] == id { admit(gone.user, &state) }
      state.named = named
      let due = marks.compactMap { mark in mark.user.map { (erasure: mark.erasure, user: $0) } }
        .filter { isDue($0.erasure.id, now, state) }
      return (due, Self.removeViews(&state))
    }
    for continuation in continuations { continuation.resume() }
    return due
  }

  private func isDue(_ id: [UInt8], _ now: Int, _ state: State) -> Bool {
    guard let since = state.named[id]?.since else { return false }
    if case .rows? = state.open[id]?.rest { return false }
    let patience = state.own.contains(id) ? 0 : SessionLimits.erasureTakeoverMilliseconds
    return now - since >= holdMilliseconds + patience
  }

  /// Called when all views of this host have applied the record.
  func noteApplied(_ id: [UInt8]) {
    state.withLock { _ = $0.applied.insert(id) }
    progress.save()
  }

  /// Called when all records before `second` were read.
  func noteProcessed(_ second: Int64) {
    let passed = state.withLock { state in
      let oldest = state.open.keys.map(ErasureMark.second).min() ?? second
      let passed = min(second, oldest)
      let start = ErasureMark.start(second: passed - 2 * SessionLimits.erasureOverlapSeconds)
      state.applied = state.applied.filter { !$0.lexicographicallyPrecedes(start) }
      state.own = state.own.filter { state.open[$0] != nil || state.named[$0] != nil }
      return passed
    }
    progress.set(passed)
  }
}
