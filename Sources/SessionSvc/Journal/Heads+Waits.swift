import API
import Domain
import Synchronization

/// Waiting for journal events. Reads and publications share one lock, so no event is missed between a read and a wait.
extension Heads {
  /// Returns the changes after `after`, or nil if the head is not in memory and must be read first.
  func changes(_ user: String, after: Int64) -> Watches.Outcome? {
    withGenerations { generations in
      guard let head = generations.find(user) else { return nil }
      return generations.watches.changes(user, after: after, seq: head.seq)
    }
  }

  /// Like `changes`, but waits for a change until `endsAt`, on the clock of `endOverdue`. Calls `begin` for the first
  /// wait: the caller must then call `endOverdue` at intervals until it returns false.
  func wait(
    _ user: String, after: Int64, endsAt: Int, begin: () -> Void = {}
  ) async -> Watches.Outcome? {
    let id = nextWait()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isOver, outcome, isFirst) = withGenerations { generations -> (Bool, Watches.Outcome?, Bool) in
          if Task.isCancelled { return (true, .cancelled, false) }
          guard let head = generations.find(user) else { return (true, nil, false) }
          let outcome = generations.watches.wait(
            user, after: after, seq: head.seq, id: id, endsAt: endsAt, continuation)
          return (outcome != nil, outcome, outcome == nil && generations.watches.beginChecks())
        }
        if isOver { continuation.resume(returning: outcome) }
        if isFirst { begin() }
      }
    } onCancel: {
      withGenerations { $0.watches.leave(user, id: id) }?.resume(returning: .cancelled)
    }
  }

  /// Ends overdue waits. Returns false if no wait is left.
  func endOverdue(now: Int) -> Bool {
    let (ended, goesOn) = withGenerations { ($0.watches.endOverdue(now: now), $0.watches.continuesChecks()) }
    for (continuation, outcome) in ended { continuation.resume(returning: outcome) }
    return goesOn
  }

  /// Ends all waits and rejects later ones.
  func stopWaits() {
    for (continuation, outcome) in withGenerations({ $0.watches.stop() }) { continuation.resume(returning: outcome) }
  }

  var waitCount: Int { withGenerations { $0.watches.waiting } }
}
