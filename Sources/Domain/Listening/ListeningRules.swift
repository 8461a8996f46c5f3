public import Chronology

/// The rules for listening sessions, and the outcome of a report.
public enum ListeningRules {
  public static let longestSpanSeconds: Int64 = 24 * 3_600
  /// The most by which a client's clock may be ahead of ours.
  public static let clockAheadSeconds: Int64 = 300
  /// 2000-01-01. Earlier times come from clocks that were never set.
  public static let earliest = Instant(seconds: 946_684_800)
  /// A stored duration is capped at this multiple of the story's estimate.
  public static let capFactor = 1.5
  /// Players round, so a duration may exceed the span by this much before it is an anomaly.
  public static let roundingSeconds = 1.0

  /// Returns the time of a call: `at`, limited to the range from `earliest` to `now`, or `now` if `at` is nil. `at` is
  /// when a repeated call was first made.
  public static func time(of at: Instant?, now: Instant) -> Instant {
    at.map { min(max($0, earliest), now) } ?? now
  }

  /// Returns the outcome of a report. `story` is nil if it is unknown or deleted, and `known` is the session with the
  /// same start.
  public static func outcome(
    of report: ListeningReport, story: Story?, known: ListeningSession?, now: Instant
  ) throws(Rejection) -> Outcome {
    var violations = report.violations(now: now)
    if story == nil { violations.insert(unknownStory, at: 0) }
    try violations.reject()
    guard let story, let startedAt = report.startedAt, let endedAt = report.endedAt else {
      throw Rejection([unknownStory])
    }
    if let known, endedAt <= known.endedAt { return .unchanged(known) }
    let seconds = report.duration ?? Double(endedAt - startedAt)
    let (stored, given) = capped(seconds, estimate: story.estimatedDuration)
    let session = ListeningSession(
      storyId: report.storyId, startedAt: startedAt, endedAt: endedAt,
      completed: report.completed || known?.completed == true, duration: stored, given: given)
    guard let known else { return .recorded(session, anomalies: anomalies(of: session)) }
    return .changed(from: known, to: session, anomalies: anomalies(of: session))
  }

  /// Returns the anomalies of a session as stored, in the order in which they are reported.
  public static func anomalies(of session: ListeningSession) -> [ListeningAnomaly] {
    var found: [ListeningAnomaly] = []
    let given = session.given ?? session.duration
    if session.isCapped {
      found.append(ListeningAnomaly(kind: .durationCapped, given: given, stored: session.duration))
    }
    if session.duration > Double(session.endedAt - session.startedAt) + roundingSeconds {
      found.append(ListeningAnomaly(kind: .durationExceedsSpan, given: given, stored: session.duration))
    }
    return found
  }

  /// Returns the anomalies whose kind the session did not have before.
  public static func anomalies(of changed: ListeningSession, newSince old: ListeningSession) -> [ListeningAnomaly] {
    let known = Set(anomalies(of: old).map(\.kind))
    return anomalies(of: changed).filter { !known.contains($0.kind) }
  }

  /// Returns the duration to store, and the reported one if it was greater.
  static func capped(_ seconds: Double, estimate: Double) -> (stored: Double, given: Double?) {
    let cap = capFactor * estimate
    // Adding zero turns a negative zero into a zero.
    return seconds > cap ? (cap, seconds) : (seconds + 0, nil)
  }

  /// Returns what is invalid in a time span whose ends are both given.
  static func violations(
    from startedAt: Instant, to endedAt: Instant, named endField: String, now: Instant,
    longestSpan: Int64 = longestSpanSeconds
  ) -> [Rejection.Violation] {
    var found: [Rejection.Violation] = []
    if endedAt < startedAt {
      found.append(.init(endField, "must not be before the start"))
    } else {
      // Instants are client input: their difference may overflow.
      let (span, overflow) = endedAt.seconds.subtractingReportingOverflow(startedAt.seconds)
      if overflow || span > longestSpan {
        found.append(.init(endField, "must be at most \(longestSpan / 3_600) hours after the start"))
      }
    }
    if endedAt.seconds > now.seconds + clockAheadSeconds {
      found.append(.init(endField, "must not be more than 5 minutes in the future"))
    }
    if endedAt < earliest { found.append(.init(endField, "must not be before 2000-01-01")) }
    return found
  }

  static func violations(ofDuration seconds: Double) -> [Rejection.Violation] {
    if !seconds.isFinite { return [.init("duration", "must be a finite number")] }
    return seconds < 0 ? [.init("duration", "must not be negative")] : []
  }

  private static let unknownStory = Rejection.Violation("storyId", "is not the id of a story")
}
