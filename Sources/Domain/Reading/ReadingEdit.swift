public import Chronology

/// An edit of a reading session. Members that are left out do not change.
public struct ReadingEdit: Hashable, Sendable {
  public var endedAt: Patch<Instant>
  public var startPage: Patch<Int>
  public var endPage: Patch<Int>

  public init(
    endedAt: Patch<Instant> = .unchanged, startPage: Patch<Int> = .unchanged,
    endPage: Patch<Int> = .unchanged
  ) {
    self.endedAt = endedAt
    self.startPage = startPage
    self.endPage = endPage
  }

  /// Returns the outcome for `session`. Only given members are checked, pages against the current page count.
  public func outcome(
    for session: ReadingSession, work: Work?, now: Instant
  ) throws(Rejection) -> ReadingRules.Outcome {
    var changed = session
    var violations: [Rejection.Violation] = []
    violations += endedAt.apply(to: &changed.endedAt, "endedAt")
    if let end = endedAt.value {
      violations += ListeningRules.violations(from: session.startedAt, to: end, named: "endedAt", now: now)
    }
    violations += startPage.apply(to: &changed.startPage, "startPage")
    if let page = startPage.value { violations += LibraryRules.violations(ofPage: page, "startPage", work: work) }
    violations += endPage.apply(to: &changed.endPage, "endPage")
    if let page = endPage.value { violations += LibraryRules.violations(ofPage: page, "endPage", work: work) }
    try violations.reject()
    return changed == session ? .unchanged(session) : .changed(from: session, to: changed)
  }
}
