import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func recordReading(
    _ call: SessionAPI.RecordReading, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadingSessionReply> {
    let report = ReadingSession(call)
    return try await keyed(caller, SessionAPI.RecordReading.name) { [zones] transaction in
      let (stored, isNew, title) = try transaction.accept(report)
      return Written(
        created: isNew,
        value: SessionAPI.ReadingSessionReply(stored, title: title, in: transaction.calendar(zones)))
    }
  }

  func listReadingSessions(
    _ call: SessionAPI.ListReadingSessions, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ReadingSessionReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let place = try paging.cursor.map { cursor throws(Fault) in try ReadingStore.Place(cursor: cursor) } ?? .top
    if let workId = call.workId { try check(id: workId, "workId") }
    return try await read(caller, cost: paging.cost) { [zones] user, rows in
      let starts = try StartRange(from: call.from, to: call.to, of: user, zones, rows)
      let found =
        if let workId = call.workId {
          try ReadingStore.readings(user, workId: workId, starts, after: place, limit: paging.limit + 1, rows)
        } else {
          try ReadingStore.readings(user, starts, after: place, limit: paging.limit + 1, rows)
        }
      let calendar = try Self.calendar(of: user, zones, rows)
      var titles = Titles.works(of: user, rows)
      return try paging.page(found, key: { ReadingStore.Place($0.session).cursor }) { row in
        SessionAPI.ReadingSessionReply(row, title: try titles[row.session.workId], in: calendar)
      }
    }
  }

  func fetchReadingSession(_ call: SessionAPI.FetchReadingSession, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ReadingSessionReply
  {
    let id = try readingId(call.id)
    let found = try await read(caller) { [zones] user, rows in
      try ReadingStore.reading(user, id, rows).map { stored in
        SessionAPI.ReadingSessionReply(
          stored, title: try WorkStore.title(user, stored.session.workId, rows),
          in: try Self.calendar(of: user, zones, rows))
      }
    }
    guard let found else { throw .noSession }
    return found
  }

  func patchReadingSession(
    _ call: SessionAPI.PatchReadingSession, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadingSessionReply> {
    let id = try readingId(call.id)
    let edit = ReadingEdit(call)
    return try await command(caller) { [zones] transaction in
      guard let known = try ReadingStore.reading(transaction.user, id, transaction.rows) else { throw Fault.noSession }
      let work = try WorkStore.work(transaction.user, known.session.workId, transaction.rows)
      let outcome = try edit.outcome(for: known.session, work: work, now: transaction.now)
      let stored = try transaction.applyEdit(outcome, to: known)
      return Written(
        created: false,
        value: SessionAPI.ReadingSessionReply(stored, title: work?.title, in: transaction.calendar(zones)))
    }
  }

  func deleteReadingSession(_ call: SessionAPI.DeleteReadingSession, _ caller: CallerContext) async throws(Fault)
    -> Nothing
  {
    let id = try readingId(call.id)
    return try await command(caller) { transaction in
      guard let known = try ReadingStore.reading(transaction.user, id, transaction.rows) else { throw Fault.noSession }
      try ReadingStore.delete(known.session, of: transaction.user, transaction.storage)
      try transaction.appendCounted(.reading(.removed(ReadingRemoved(session: known.session))))
      try transaction.settle(known.session.workId) { $0.remove(known.session) }
      return Nothing()
    }
  }

  /// A valid id that cannot belong to a session is treated as unknown.
  private func readingId(_ text: String) throws(Fault) -> SessionIdentifier {
    try check(id: text)
    guard let id = SessionIdentifier(text, .reading) else { throw .noSession }
    return id
  }

  static func calendar(of user: String, _ zones: any ZoneSource, _ rows: Rows) throws -> LocalCalendar {
    try UserStore.record(user, rows)?.settings.calendar(zones) ?? LocalCalendar(zone: .utc)
  }
}

extension UserTransaction {
  /// Applies the rules to a report, the work and the existing session with the same start, and stores the outcome.
  func accept(_ report: ReadingSession) throws -> (stored: StoredReading, isNew: Bool, title: String?) {
    let work = try WorkStore.work(user, report.workId, rows)
    let known = try ReadingStore.reading(user, workId: report.workId, startedAt: report.startedAt, rows)
    let outcome = try ReadingRules.outcome(of: report, work: work, known: known?.session, now: now)
    return (try apply(outcome, to: known), known == nil, work?.title)
  }
}

extension ReadingSession {
  init(_ call: SessionAPI.RecordReading) {
    self.init(
      workId: call.workId, startedAt: call.startedAt, endedAt: call.endedAt, startPage: call.startPage,
      endPage: call.endPage)
  }
}

extension ReadingEdit {
  init(_ call: SessionAPI.PatchReadingSession) {
    self.init(endedAt: call.endedAt, startPage: call.startPage, endPage: call.endPage)
  }
}

extension SessionAPI.ReadingSessionReply {
  init(_ stored: StoredReading, title: String?, in calendar: LocalCalendar) {
    self.init(
      stored.session, title: title, date: calendar.day(of: stored.session.startedAt), promptShown: stored.promptShown,
      enriched: stored.enriched)
  }
}

extension ReadingStore.Place {
  init(_ session: ReadingSession) {
    self.init(startedAt: session.startedAt, workId: session.workId)
  }

  init(cursor: String) throws(Fault) {
    let parts = cursor.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), TextRules.isObjectId(String(parts[1])) else {
      throw Paging.badCursor
    }
    self.init(startedAt: Instant(seconds: seconds), workId: String(parts[1]))
  }

  var cursor: String { "\(startedAt.seconds) \(workId)" }
}
