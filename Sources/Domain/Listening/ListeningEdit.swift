public import Chronology

/// An edit of a session. Members that are left out do not change.
public struct ListeningEdit: Hashable, Sendable {
  public var endedAt: Patch<Instant>
  public var completed: Patch<Bool>
  public var duration: Patch<Double>

  public init(
    endedAt: Patch<Instant> = .unchanged, completed: Patch<Bool> = .unchanged, duration: Patch<Double> = .unchanged
  ) {
    self.endedAt = endedAt
    self.completed = completed
    self.duration = duration
  }

  /// Returns the outcome for `session`. The cap is checked only if a duration is given, against the story's current
  /// estimate, and not if the story was deleted, so that old sessions remain editable.
  public func outcome(
    for session: ListeningSession, story: Story?, now: Instant
  ) throws(Rejection) -> ListeningRules.Outcome {
    var changed = session
    var violations: [Rejection.Violation] = []
    violations += endedAt.apply(to: &changed.endedAt, "endedAt")
    if let end = endedAt.value {
      violations += ListeningRules.violations(from: session.startedAt, to: end, named: "endedAt", now: now)
    }
    violations += completed.apply(to: &changed.completed, "completed")
    if let seconds = duration.value { violations += ListeningRules.violations(ofDuration: seconds) }
    try violations.reject()
    if let seconds = givenSeconds(span: changed.endedAt - changed.startedAt) {
      (changed.duration, changed.given) =
        story.map { ListeningRules.capped(seconds, estimate: $0.estimatedDuration) } ?? (seconds + 0, nil)
    }
    if changed == session { return .unchanged(session) }
    return .changed(from: session, to: changed, anomalies: newAnomalies(of: changed, before: session))
  }

  /// Returns the seconds that this edit sets. A session without a reported duration lasts its whole span.
  private func givenSeconds(span: Int64) -> Double? {
    switch duration {
    case .unchanged: nil
    case .cleared: Double(span)
    case .set(let seconds): seconds
    }
  }

  /// A new duration is checked completely. Otherwise only new anomalies are reported.
  private func newAnomalies(of changed: ListeningSession, before session: ListeningSession) -> [ListeningAnomaly] {
    if duration != .unchanged { return ListeningRules.anomalies(of: changed) }
    return ListeningRules.anomalies(of: changed, newSince: session)
  }
}
