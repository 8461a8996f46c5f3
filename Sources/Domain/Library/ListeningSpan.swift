public import Chronology

/// The time from the first to the last session of a listen-through.
public struct ListeningSpan: Hashable, Sendable {
  public var startedAt: Instant
  public var endedAt: Instant

  public init(startedAt: Instant, endedAt: Instant) {
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}

extension DatedRead {
  /// Whether the read was open at some time of the listening. A date that is partly unknown includes all its days.
  func overlaps(_ span: ListeningSpan, in calendar: LocalCalendar) -> Bool {
    guard let (from, to) = bounds(in: calendar) else { return false }
    return from <= span.endedAt.seconds && span.startedAt.seconds <= to
  }

  /// The first and the last second. A read without a start begins when it was created, but not after its finish.
  private func bounds(in calendar: LocalCalendar) -> (from: Int64, to: Int64)? {
    let begin = start?.begin(in: calendar)
    if status == .reading { return (begin ?? createdAt?.seconds).map { ($0, .max) } }
    guard let finish else { return start.map { ($0.begin(in: calendar), $0.end(in: calendar)) } }
    let latest = finish.begin(in: calendar)
    return (begin ?? Swift.min(createdAt?.seconds ?? latest, latest), finish.end(in: calendar))
  }
}

extension Sequence where Element: DatedRead {
  /// Returns the reads that count. A listen-through that overlaps a written read is the same read.
  public func counted(in calendar: LocalCalendar) -> [Element] {
    // Most works have no listening.
    guard contains(where: \.isListened) else { return Array(self) }
    let written = filter { !$0.isListened }
    return filter { read in
      guard read.isListened, let span = read.listeningSpan else { return true }
      return !written.contains { $0.overlaps(span, in: calendar) }
    }
  }

  /// Returns the first written read, in order, that overlaps the listening.
  public func owner(of span: ListeningSpan, in calendar: LocalCalendar) -> Element? {
    filter { !$0.isListened && $0.overlaps(span, in: calendar) }.min {
      ReadOrder($0, in: calendar) < ReadOrder($1, in: calendar)
    }
  }
}

extension DatedRead {
  fileprivate var listeningSpan: ListeningSpan? {
    guard let startedAt = start?.instant, let endedAt = finish?.instant else { return nil }
    return ListeningSpan(startedAt: startedAt, endedAt: endedAt)
  }
}
