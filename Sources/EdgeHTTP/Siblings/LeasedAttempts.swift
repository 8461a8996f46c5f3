import Proto

/// The attempts that other edges make. The first edge counts the attempts of all edges, so that more edges do not allow
/// more guesses. Belongs to the loop of the first edge.
final class LeasedAttempts {
  private let loop: Loop
  private let attempts: (AttemptKind) -> any Attempts
  private var open: [Int64: (kind: AttemptKind, key: String, end: LoopTimer)] = [:]
  /// Starts at random, because an edge may finish an attempt that began before this process.
  private var lastTicket = Int64.random(in: 0...Int64.max / 2)

  init(loop: Loop, _ attempts: @escaping (AttemptKind) -> any Attempts) {
    self.loop = loop
    self.attempts = attempts
  }

  var count: Int { open.count }
  private var now: Int64 { Int64(loop.now / 1_000_000) }

  func begin(_ call: SiblingAPI.BeginAttempt, _ done: @escaping (SiblingAPI.BeginAttempt.Reply) -> Void) {
    let deadline = now + Limits.attemptWaitMilliseconds
    attempts(call.kind).begin(call.key, now: now) { [self] turn in
      switch turn {
      case .now where now > deadline:
        // The other edge has rejected its client.
        attempts(call.kind).finish(call.key, .undecided, now: now)
        done(SiblingAPI.BeginAttempt.Reply())
      case .now:
        lastTicket += 1
        let ticket = lastTicket
        // Frees the place if the other edge ends.
        let end = loop.schedule(afterMilliseconds: Limits.attemptLeaseMilliseconds) { [weak self] in
          self?.finish(SiblingAPI.FinishAttempt(ticket: ticket, outcome: .undecided))
        }
        open[ticket] = (call.kind, call.key, end)
        done(SiblingAPI.BeginAttempt.Reply(ticket: ticket))
      case .rejected(let seconds): done(SiblingAPI.BeginAttempt.Reply(seconds: seconds))
      case .busy: done(SiblingAPI.BeginAttempt.Reply())
      }
    }
  }

  /// Does nothing if the attempt has ended.
  func finish(_ call: SiblingAPI.FinishAttempt) {
    guard let attempt = open.removeValue(forKey: call.ticket) else { return }
    attempt.end.cancel()
    attempts(attempt.kind).finish(attempt.key, call.outcome, now: now)
  }
}
