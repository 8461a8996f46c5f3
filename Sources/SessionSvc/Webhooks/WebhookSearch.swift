import API
import Chronology
import Domain
import Proto
import Storage

/// Finds what the webhooks of a user report in the user's journal.
struct WebhookSearch {
  let user: String
  let zones: any ZoneSource
  let now: Instant

  /// The result of one step.
  struct Progress: Sendable {
    /// Whether the journal may have more events.
    var hasMore = false
    /// Whether unlocks have to be searched.
    var needsStandings = false
  }

  /// Searches a part of the journal and stores the events to send. All of it is one transaction.
  func findFacts(_ transaction: Transaction) throws -> Progress {
    let rows = transaction.rows
    guard let record = try UserStore.record(user, rows), var cursor = try WebhookCursorStore.cursor(user, rows) else {
      return Progress()
    }
    let old = cursor
    let webhooks = try WebhookStore.webhooks(of: user, rows).map(\.webhook).filter(\.isOn)
    var progress = Progress()
    var messages: [(event: WebhookEvent, message: WebhookMessage)] = []
    if webhooks.isEmpty {
      cursor.seq = record.head.seq
    } else {
      let calendar = record.settings.calendar(zones)
      var count = 0
      try eachEvent(after: cursor.seq, rows) { seq, event, _ in
        guard count < SessionLimits.eventsPerSearch else {
          progress.hasMore = true
          return false
        }
        count += 1
        for fact in WebhookFact.facts(of: event) {
          if let found = try message(about: fact, in: calendar, rows) { messages.append(found) }
        }
        cursor.seq = seq
        return true
      }
    }
    if webhooks.contains(where: \.reportsUnlocks) {
      progress.needsStandings = cursor.baseline == nil || cursor.unlockSeq < record.head.seq
    } else {
      (cursor.baseline, cursor.unlockSeq) = (nil, record.head.seq)
    }
    try append(messages, to: webhooks, transaction)
    if cursor != old { try WebhookCursorStore.save(cursor, of: user, transaction) }
    return progress
  }

  /// Whether an unlock can have happened since the last search. `head` is the last event that the search then covers.
  func hasCauses(_ rows: Rows) throws -> (hasAny: Bool, head: Int64) {
    guard let record = try UserStore.record(user, rows), let cursor = try WebhookCursorStore.cursor(user, rows) else {
      return (false, 0)
    }
    guard cursor.baseline != nil else { return (true, record.head.seq) }
    let calendar = record.settings.calendar(zones)
    return (try !causes(cursor, record, in: calendar, rows).isEmpty, record.head.seq)
  }

  /// Stores the unlocks to send. `standings` were read after the journal's end was `head`; nil if nothing has a cause.
  func findUnlocks(_ standings: UnlockStandings?, head: Int64, _ transaction: Transaction) throws {
    let rows = transaction.rows
    guard let record = try UserStore.record(user, rows), var cursor = try WebhookCursorStore.cursor(user, rows) else {
      return
    }
    let calendar = record.settings.calendar(zones)
    let today = calendar.day(of: now)
    if let standings {
      if var baseline = cursor.baseline {
        // The standings may include later events, so all causes until now count. They are read again next time.
        let causes = try causes(cursor, record, in: calendar, rows)
        let found = try baseline.takeNew(standings, after: causes, on: today, now: now).map { unlock in
          (event: unlock.event, message: try message(about: unlock))
        }
        cursor.baseline = baseline
        try append(found, to: WebhookStore.webhooks(of: user, rows).map(\.webhook), transaction)
      } else {
        cursor.baseline = UnlockBaseline(standings, on: today)
      }
    }
    cursor.unlockSeq = max(cursor.unlockSeq, head)
    try WebhookCursorStore.save(cursor, of: user, transaction)
  }

  private func append(
    _ found: [(event: WebhookEvent, message: WebhookMessage)], to webhooks: [Webhook], _ transaction: Transaction
  ) throws {
    for webhook in webhooks where !found.isEmpty {
      let wanted = found.filter { webhook.reports($0.event) }.map(\.message)
      try DeliveryStore.append(wanted, for: webhook.id, of: user, at: now, transaction)
    }
  }

  private func eachEvent(
    after seq: Int64, _ rows: Rows, body: (_ seq: Int64, _ event: Event, _ recordedAt: Instant) throws -> Bool
  ) throws {
    try JournalStore.eachRow(user, after: seq, rows) { row, recordedAt in
      let event: Event
      do {
        event = try CBORDecoder.decode(Event.self, from: row.event)
      } catch {
        throw DatabaseError(.corrupt, "event \(row.seq) of a journal cannot be read: \(error)")
      }
      return try body(row.seq, event, recordedAt)
    }
  }

  /// After a large import, only those of the last events.
  private func causes(
    _ cursor: WebhookCursor, _ record: UserRecord, in calendar: LocalCalendar, _ rows: Rows
  ) throws -> [UnlockCause] {
    var causes: [UnlockCause] = []
    let first = max(cursor.unlockSeq, record.head.seq - SessionLimits.eventsWithCauses)
    try eachEvent(after: first, rows) { _, event, recordedAt in
      causes += UnlockCause.causes(of: event, recordedAt: recordedAt, in: calendar)
      return true
    }
    return causes
  }
}

extension WebhookSearch {
  private struct FinishedBook: Encodable {
    var workId: String
    var title: String
    var finishedAt: String
  }

  private struct ReachedGoal: Encodable {
    var type: GoalType
    var target: Int
    var current: Int
  }

  /// Nil if the fact is too old, or if the book does not exist.
  private func message(
    about fact: WebhookFact, in calendar: LocalCalendar, _ rows: Rows
  ) throws -> (event: WebhookEvent, message: WebhookMessage)? {
    guard let end = fact.end(in: calendar), WebhookRules.isRecent(end, now: now) else { return nil }
    func make(
      _ event: WebhookEvent, _ data: some Encodable, _ phrase: WebhookPhrase
    ) throws -> (WebhookEvent, WebhookMessage) {
      (event, WebhookMessage(event, at: min(end, now), data: try ItemJSON.text(data), phrase))
    }
    switch fact {
    case .listening(let session):
      let title = try CatalogueStore.story(user, session.storyId, rows)?.title
      let data = SessionAPI.ListeningSessionReply(session, title: title)
      return try make(.listeningRecorded, data, .listening(session, title: title))
    case .reading(let session):
      let title = try WorkStore.title(user, session.workId, rows)
      let stored = try ReadingStore.reading(user, workId: session.workId, startedAt: session.startedAt, rows)
      let reading = StoredReading(
        session: session, promptShown: stored?.promptShown ?? false, enriched: stored?.enriched ?? false)
      let data = SessionAPI.ReadingSessionReply(reading, title: title, in: calendar)
      return try make(.readingRecorded, data, .reading(session, title: title))
    case .ruck(let ruck): return try make(.ruckRecorded, SessionAPI.RuckReply(ruck), .ruck(ruck))
    case .finished(let workId, let date):
      guard let title = try WorkStore.title(user, workId, rows) else { return nil }
      let text = date.instant.map(\.description) ?? "\(date.date(in: calendar))"
      let data = FinishedBook(workId: workId, title: title, finishedAt: text)
      return try make(.bookFinished, data, .finished(title: title))
    case .heard(let storyId, let end):
      guard let workId = try CatalogueStore.story(user, storyId, rows)?.workId,
        let title = try WorkStore.title(user, workId, rows)
      else { return nil }
      let data = FinishedBook(workId: workId, title: title, finishedAt: end.description)
      return try make(.bookFinished, data, .finished(title: title))
    }
  }

  private func message(about unlock: Unlock) throws -> WebhookMessage {
    let phrase = WebhookPhrase.unlock(unlock)
    switch unlock {
    case .milestone(let milestone):
      let data = try ItemJSON.text(milestone)
      return WebhookMessage(unlock.event, at: milestone.unlockedAt ?? now, data: data, phrase)
    case .achievement(let achievement):
      let data = try ItemJSON.text(achievement)
      return WebhookMessage(unlock.event, at: achievement.unlockedAt ?? now, data: data, phrase)
    case .goal(let goal):
      let data = ReachedGoal(type: goal.type, target: goal.target, current: goal.current)
      return WebhookMessage(unlock.event, at: now, data: try ItemJSON.text(data), phrase)
    }
  }
}
