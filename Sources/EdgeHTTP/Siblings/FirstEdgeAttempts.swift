import Proto

/// The limit of attempts at an edge that is not the first: the first edge counts. If it is unavailable, no attempt is
/// made. Belongs to the edge's loop.
final class FirstEdgeAttempts: Attempts {
  private let kind: AttemptKind
  private let first: any Upstream
  /// The attempts that run, by key. Those of one key are interchangeable.
  private var tickets: [String: [Int64]] = [:]

  init(_ kind: AttemptKind, _ first: any Upstream) {
    self.kind = kind
    self.first = first
  }

  func begin(_ key: String, now: Int64, _ turn: @escaping (SignInAttempts.Turn) -> Void) {
    let meta = CallMeta(deadline: Int(Limits.attemptWaitMilliseconds))
    first.send(SiblingAPI.BeginAttempt(kind: kind, key: key), meta) { [self] result in
      guard case .success(let reply) = result else { return turn(.busy) }
      if let seconds = reply.seconds { return turn(.rejected(seconds)) }
      guard let ticket = reply.ticket else { return turn(.busy) }
      tickets[key, default: []].append(ticket)
      turn(.now)
    }
  }

  func finish(_ key: String, _ outcome: SignInAttempts.Outcome, now: Int64) {
    guard let ticket = tickets[key]?.popLast() else { return }
    if tickets[key]?.isEmpty == true { tickets[key] = nil }
    let meta = CallMeta(deadline: Int(Limits.attemptWaitMilliseconds))
    first.send(SiblingAPI.FinishAttempt(ticket: ticket, outcome: outcome), meta) { _ in }
  }
}
