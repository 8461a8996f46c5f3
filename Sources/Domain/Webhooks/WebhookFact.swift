public import Chronology

/// Something in the journal that webhooks may report.
public enum WebhookFact: Hashable, Sendable {
  case listening(ListeningSession)
  case reading(ReadingSession)
  case ruck(Ruck)
  case finished(workId: String, ReadDate)
  /// A story was heard to its end. It finishes a book if it belongs to a work.
  case heard(storyId: String, Instant)

  /// A new session or ruck, one that was extended, and a book that became finished. Edits that make something shorter
  /// are not reported.
  public static func facts(of event: Event) -> [WebhookFact] {
    switch event {
    case .listening(.recorded(let event)): listening(event.session, old: nil)
    case .listening(.changed(let event)): listening(event.new, old: event.old)
    case .reading(.recorded(let event)): [.reading(event.session)]
    case .reading(.changed(let event)): event.new.endedAt > event.old.endedAt ? [.reading(event.new)] : []
    case .reading(.entrySaved(let event)):
      (event.reads ?? []).compactMap { change in
        guard let read = change.new, read.status == .finished, change.old?.status != .finished, !read.isListened else {
          return nil
        }
        return read.finish.map { .finished(workId: event.entry.workId, $0) }
      }
    case .rucks(.recorded(let event)): [.ruck(event.ruck)]
    case .rucks(.changed(let event)): event.new.endedAt > event.old.endedAt ? [.ruck(event.new)] : []
    case .listening(.removed), .reading(.workSaved), .reading(.workRemoved), .reading(.entryRemoved),
      .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded), .reading(.removed),
      .rucks(.removed), .account, .catalogue, .diversity, .goals, .shares, .connections, .covers:
      []
    }
  }

  private static func listening(_ session: ListeningSession, old: ListeningSession?) -> [WebhookFact] {
    let isLonger = old.map { session.endedAt > $0.endedAt } ?? true
    let isHeard = session.completed && old?.completed != true
    return (isLonger ? [.listening(session)] : [])
      + (isHeard ? [.heard(storyId: session.storyId, session.endedAt)] : [])
  }

  /// When it ended. A date is its last second, and nil if it is not known to the day.
  public func end(in calendar: LocalCalendar) -> Instant? {
    switch self {
    case .listening(let session): session.endedAt
    case .reading(let session): session.endedAt
    case .ruck(let ruck): ruck.endedAt
    case .finished(_, let date): date.day(in: calendar) == nil ? nil : Instant(seconds: date.end(in: calendar))
    case .heard(_, let end): end
    }
  }
}

/// A fact that can cause an unlock or reach a goal.
public struct UnlockCause: Hashable, Sendable {
  public enum Subject: Hashable, Sendable { case listening, reading, rucks }

  public var subject: Subject
  /// When it ended.
  public var at: Instant

  public init(_ subject: Subject, at: Instant) {
    self.subject = subject
    self.at = at
  }

  /// Creating a story causes nothing: an import creates the stories of years, and only their sessions show how old they
  /// are.
  public static func causes(of event: Event, recordedAt: Instant, in calendar: LocalCalendar) -> [UnlockCause] {
    switch event {
    case .listening(.recorded(let event)): [UnlockCause(.listening, at: event.session.endedAt)]
    case .listening(.changed(let event)): [UnlockCause(.listening, at: event.new.endedAt)]
    case .reading(.recorded(let event)): [UnlockCause(.reading, at: event.session.endedAt)]
    case .reading(.changed(let event)): [UnlockCause(.reading, at: event.new.endedAt)]
    case .reading(.entrySaved): finishes(event, in: calendar)
    case .rucks(.recorded(let event)): [UnlockCause(.rucks, at: event.ruck.endedAt)]
    case .rucks(.changed(let event)): [UnlockCause(.rucks, at: event.new.endedAt)]
    case .diversity(.valueSet), .diversity(.promptAnswered): [UnlockCause(.reading, at: recordedAt)]
    case .listening(.removed), .reading(.workSaved), .reading(.workRemoved), .reading(.entryRemoved),
      .reading(.timerStarted), .reading(.timerStopped), .reading(.timerDiscarded), .reading(.removed),
      .rucks(.removed), .account, .catalogue, .diversity(.valueCleared), .diversity(.promptOpened),
      .diversity(.promptSkipped), .goals, .shares, .connections, .covers:
      []
    }
  }

  private static func finishes(_ event: Event, in calendar: LocalCalendar) -> [UnlockCause] {
    WebhookFact.facts(of: event).map { fact in
      UnlockCause(.reading, at: fact.end(in: calendar) ?? Instant(seconds: 0))
    }
  }
}
