import API
import Crypto
import Proto
import Synchronization

/// Where several hosts work on one database, the marks of deleted accounts stay there for a while, so that the views of
/// every host come by them; the name stands beside its mark for as long as the user is refused.
extension Erasures {
  typealias Mark = (erasure: SessionAPI.Erasure, user: String?)

  /// From which second on marks are to be read.
  var readsFrom: Int64 { progress.value - SessionLimits.erasureOverlapSeconds }

  /// The marks that are in the database now. Users are refused and admitted as their names come and go, and what
  /// another host deletes is offered to the views of this one. Returns those whose name is due to go: whose rows were
  /// deleted here a while ago, or whose host has not done it.
  func meet(_ marks: [Mark], now: Int) -> [(erasure: SessionAPI.Erasure, user: String)] {
    let (due, answers) = state.withLock { state in
      var named: [[UInt8]: (user: String, since: Int)] = [:]
      for (erasure, user) in marks {
        if state.open[erasure.id] == nil, state.met.insert(erasure.id).inserted {
          state.open[erasure.id] = Open(
            erasure: erasure, user: "", rest: .views(Set(SessionAPI.WaitForErasures.views)))
        }
        guard let user else { continue }
        named[erasure.id] = state.named[erasure.id] ?? (user, now)
        if state.ids[user] == nil {
          state.ids[user] = erasure.id
          refused.add(1, ordering: .releasing)
        }
      }
      for (id, gone) in state.named where named[id] == nil && state.ids[gone.user] == id { admit(gone.user, &state) }
      state.named = named
      let due = marks.compactMap { mark in mark.user.map { (erasure: mark.erasure, user: $0) } }
        .filter { isDue($0.erasure.id, now, state) }
      return (due, Self.removeViews(&state))
    }
    for answer in answers { answer.resume() }
    return due
  }

  private func isDue(_ id: [UInt8], _ now: Int, _ state: State) -> Bool {
    guard let since = state.named[id]?.since else { return false }
    if case .rows? = state.open[id]?.rest { return false }
    let patience = state.own.contains(id) ? 0 : SessionLimits.erasureInheritMilliseconds
    return now - since >= holdMilliseconds + patience
  }

  /// All views of this host have come by the mark.
  func noteMet(_ id: [UInt8]) {
    state.withLock { _ = $0.met.insert(id) }
    progress.save()
  }

  /// All marks of before `second` that are not open here have been met.
  func notePassed(_ second: Int64) {
    let passed = state.withLock { state in
      let oldest = state.open.keys.map(ErasureMark.second).min() ?? second
      let passed = min(second, oldest)
      let start = ErasureMark.start(second: passed - 2 * SessionLimits.erasureOverlapSeconds)
      state.met = state.met.filter { !$0.lexicographicallyPrecedes(start) }
      state.own = state.own.filter { state.open[$0] != nil || state.named[$0] != nil }
      return passed
    }
    progress.set(passed)
  }
}
