public import Chronology

/// The rules for reading sessions, and the outcome of a report. The time limits are those of listening.
public enum ReadingRules {
  /// A timer that has run for longer needs an explicit end.
  public static let longestTimerSeconds = ListeningRules.longestSpanSeconds

  public enum Outcome: Hashable, Sendable {
    case recorded(ReadingSession)
    case changed(from: ReadingSession, to: ReadingSession)
    case unchanged(ReadingSession)

    public var session: ReadingSession {
      switch self {
      case .recorded(let session), .unchanged(let session), .changed(from: _, to: let session): session
      }
    }
  }

  /// Returns the outcome of a report. `work` is nil if it is unknown or deleted. `known` is the session with the same
  /// start; a later end extends it and replaces its pages.
  public static func outcome(
    of report: ReadingSession, work: Work?, known: ReadingSession?, now: Instant
  ) throws(Rejection) -> Outcome {
    var violations: [Rejection.Violation] = work == nil ? [unknownWork] : []
    if report.startedAt < ListeningRules.earliest {
      violations.append(.init("startedAt", "must not be before 2000-01-01"))
    }
    violations += ListeningRules.violations(from: report.startedAt, to: report.endedAt, named: "endedAt", now: now)
    violations += LibraryRules.violations(ofPage: report.startPage, "startPage", work: work)
    violations += LibraryRules.violations(ofPage: report.endPage, "endPage", work: work)
    try violations.reject()
    guard let known else { return .recorded(report) }
    return report.endedAt > known.endedAt ? .changed(from: known, to: report) : .unchanged(known)
  }

  /// Checks the start of a timer by itself, regardless of stored data.
  public static func check(timerOn workId: String, startPage: Int?) throws(Rejection) {
    var violations = TextRules.violations(ofId: workId, "workId")
    if let startPage { violations += LibraryRules.violations(ofPage: startPage, "startPage", work: nil) }
    try violations.reject()
  }

  /// Returns a timer that starts now. If a session has the same work and start, the stopped timer will become part of
  /// it.
  public static func timer(
    on workId: String, startPage: Int?, work: Work?, entry: LibraryEntry?, now: Instant
  ) throws(Rejection) -> ReadingTimer {
    var violations: [Rejection.Violation] = []
    if work == nil {
      violations.append(unknownWork)
    } else if entry?.status != .reading {
      violations.append(.init("workId", "must have the status reading in the library; change its status first"))
    }
    if let startPage { violations += LibraryRules.violations(ofPage: startPage, "startPage", work: work) }
    try violations.reject()
    return ReadingTimer(workId: workId, startedAt: now, startPage: startPage ?? entry?.currentPage ?? 0)
  }

  /// Returns the session that results from a timer.
  public static func session(
    of timer: ReadingTimer, endPage: Int, endedAt: Instant?, work: Work?, now: Instant
  ) throws(Rejection) -> ReadingSession {
    var violations: [Rejection.Violation] = []
    if let endedAt {
      violations += ListeningRules.violations(from: timer.startedAt, to: endedAt, named: "endedAt", now: now)
    } else if now - timer.startedAt > longestTimerSeconds {
      violations.append(.init("endedAt", "is required because the timer has run for more than 24 hours"))
    }
    violations += LibraryRules.violations(ofPage: endPage, "endPage", work: work)
    try violations.reject()
    return ReadingSession(
      workId: timer.workId, startedAt: timer.startedAt, endedAt: endedAt ?? max(now, timer.startedAt),
      startPage: timer.startPage, endPage: endPage)
  }

  /// Joins a timer's session with the stored session of the same start. The result starts on the stored first page, and
  /// ends like the session that ended later; in a tie, like the timer's.
  public static func outcome(of session: ReadingSession, joining known: ReadingSession?) -> Outcome {
    guard let known else { return .recorded(session) }
    guard session.endedAt >= known.endedAt else { return .unchanged(known) }
    var joined = session
    joined.startPage = known.startPage
    return joined == known ? .unchanged(known) : .changed(from: known, to: joined)
  }

  private static let unknownWork = Rejection.Violation("workId", "is not the id of a work")
}
