public import Chronology

/// An edit of a reading session: members left out stay as they are.
public struct ReadingEdit: Hashable, Sendable {
  public var endedAt: ListeningEdit.Member<Instant>
  public var startPage: ListeningEdit.Member<Int>
  public var endPage: ListeningEdit.Member<Int>

  public init(
    endedAt: ListeningEdit.Member<Instant> = .unchanged, startPage: ListeningEdit.Member<Int> = .unchanged,
    endPage: ListeningEdit.Member<Int> = .unchanged
  ) {
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }

  /// What becomes of `session`. Only what is given is judged, and pages by the work as it is now.
  public func outcome(
    for session: ReadingSession, work: Work?, now: Instant
  ) throws(Rejection) -> ReadingRules.Outcome {
    var changed = session
    var violations: [Rejection.Violation] = []
    switch endedAt {
    case .unchanged: break
    case .cleared: violations.append(.init("endedAt", "must not be null"))
    case .set(let endedAt):
      violations += ListeningRules.violations(from: session.startedAt, to: endedAt, named: "endedAt", now: now)
      changed.endedAt = endedAt
    }
    violations += set(startPage, "startPage", of: &changed.startPage, work: work)
    violations += set(endPage, "endPage", of: &changed.endPage, work: work)
    try violations.refuse()
    return changed == session ? .unchanged(session) : .changed(from: session, to: changed)
  }

  private func set(
    _ member: ListeningEdit.Member<Int>, _ field: String, of page: inout Int, work: Work?
  ) -> [Rejection.Violation] {
    switch member {
    case .unchanged: return []
    case .cleared: return [.init(field, "must not be null")]
    case .set(let new):
      page = new
      return LibraryRules.violations(ofPage: new, field, work: work)
    }
  }
}
