import API
import Domain
import Synchronization

/// Waiting for a journal to go on. Reading and publishing share one lock, so nothing is missed between a read and a
/// wait.
extension Heads {
  /// What has changed after `after`; nil where the journal's end is not here, and is to be brought in first.
  func changes(_ user: String, after: Int64) -> Watches.Outcome? {
    withGenerations { generations in
      guard let head = generations.find(user) else { return nil }
      return generations.watches.changes(user, after: after, seq: head.seq)
    }
  }

  /// As above, but waits until something has changed or, at `endsAt` on the clock of `endOverdue`, nothing has. `begin`
  /// is called for the first wait: from then on `endOverdue` is to be called at intervals, until it returns false.
  func wait(
    _ user: String, after: Int64, endsAt: Int, begin: () -> Void = {}
  ) async -> Watches.Outcome? {
    let id = nextWait()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { answer in
        let (isOver, outcome, isFirst) = withGenerations { generations -> (Bool, Watches.Outcome?, Bool) in
          if Task.isCancelled { return (true, .cancelled, false) }
          guard let head = generations.find(user) else { return (true, nil, false) }
          let outcome = generations.watches.wait(user, after: after, seq: head.seq, id: id, endsAt: endsAt, answer)
          return (outcome != nil, outcome, outcome == nil && generations.watches.beginChecks())
        }
        if isOver { answer.resume(returning: outcome) }
        if isFirst { begin() }
      }
    } onCancel: {
      withGenerations { $0.watches.leave(user, id: id) }?.resume(returning: .cancelled)
    }
  }

  /// Ends the waits whose time is over; false where no wait is left.
  func endOverdue(now: Int) -> Bool {
    let (ended, goesOn) = withGenerations { ($0.watches.endOverdue(now: now), $0.watches.continuesChecks()) }
    for (answer, outcome) in ended { answer.resume(returning: outcome) }
    return goesOn
  }

  /// Ends all waits, and refuses those that come later.
  func stopWaits() {
    for (answer, outcome) in withGenerations({ $0.watches.stop() }) { answer.resume(returning: outcome) }
  }

  var waitCount: Int { withGenerations { $0.watches.waiting } }
}
