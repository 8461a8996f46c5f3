import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func recordListening(
    _ call: SessionAPI.RecordListening, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ListeningSessionReply> {
    let report = ListeningReport(call)
    return try await keyed(caller, SessionAPI.RecordListening.name) { [log, zones] transaction in
      let (outcome, title) = try transaction.accept(report, zones)
      transaction.warn(outcome, log, trace: caller.trace)
      return Written(created: outcome.isNew, value: SessionAPI.ListeningSessionReply(outcome.session, title: title))
    }
  }

  func fetchListeningSession(_ call: SessionAPI.FetchListeningSession, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ListeningSessionReply
  {
    let id = try sessionId(call.id)
    let found = try await read(caller) { user, rows in
      try ListeningStore.session(user, id, rows).map { session in
        SessionAPI.ListeningSessionReply(
          session, title: try CatalogueStore.story(user, session.storyId, rows)?.title)
      }
    }
    guard let found else { throw .noSession }
    return found
  }

  func patchListeningSession(
    _ call: SessionAPI.PatchListeningSession, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ListeningSessionReply> {
    let id = try sessionId(call.id)
    return try await command(caller) { [log, zones] transaction in
      guard let session = try ListeningStore.session(transaction.user, id, transaction.rows) else {
        throw Fault.noSession
      }
      let story = try CatalogueStore.story(transaction.user, session.storyId, transaction.rows)
      let outcome = try ListeningEdit(call).outcome(for: session, story: story, now: transaction.now)
      try transaction.apply(outcome, of: story, zones)
      transaction.warn(outcome, log, trace: caller.trace)
      return Written(created: false, value: SessionAPI.ListeningSessionReply(outcome.session, title: story?.title))
    }
  }

  func deleteListeningSession(_ call: SessionAPI.DeleteListeningSession, _ caller: CallerContext) async throws(Fault)
    -> Nothing
  {
    let id = try sessionId(call.id)
    return try await command(caller) { [zones] transaction in
      guard let session = try ListeningStore.session(transaction.user, id, transaction.rows) else {
        throw Fault.noSession
      }
      try ListeningStore.delete(session, of: transaction.user, transaction.storage)
      try transaction.append(.listening(.removed(ListeningRemoved(session: session))))
      let story = try CatalogueStore.story(transaction.user, session.storyId, transaction.rows)
      try transaction.followListening(to: story, zones)
      return Nothing()
    }
  }

  /// A valid id that cannot belong to a session is treated as unknown.
  private func sessionId(_ text: String) throws(Fault) -> SessionIdentifier {
    try check(id: text)
    guard let id = SessionIdentifier(text) else { throw .noSession }
    return id
  }
}

extension UserTransaction {
  /// Applies the rules to a report, the story and the existing session with the same start, and stores the outcome.
  func accept(
    _ report: ListeningReport, _ lookup: ListeningLookup, _ zones: any ZoneSource
  ) throws -> (outcome: ListeningRules.Outcome, title: String?) {
    let story = lookup.story(report.storyId)
    let known = report.startedAt.flatMap { lookup.session(storyId: report.storyId, startedAt: $0) }
    let outcome = try ListeningRules.outcome(of: report, story: story, known: known, now: now)
    try apply(outcome, of: story, zones)
    lookup.note(outcome.session)
    return (outcome, story?.title)
  }

  func accept(
    _ report: ListeningReport, _ zones: any ZoneSource
  ) throws -> (outcome: ListeningRules.Outcome, title: String?) {
    let story = try CatalogueStore.story(user, report.storyId, rows)
    let known = try report.startedAt.flatMap {
      try ListeningStore.session(user, storyId: report.storyId, startedAt: $0, rows)
    }
    let outcome = try ListeningRules.outcome(of: report, story: story, known: known, now: now)
    try apply(outcome, of: story, zones)
    return (outcome, story?.title)
  }

  func apply(_ outcome: ListeningRules.Outcome, of story: Story?, _ zones: any ZoneSource) throws {
    let event: Event
    switch outcome {
    case .unchanged: return
    case .recorded(let session, _): event = .listening(.recorded(ListeningRecorded(session: session)))
    case .changed(let old, let session, _): event = .listening(.changed(ListeningChanged(old: old, new: session)))
    }
    let session = outcome.session
    try ListeningStore.save(session, of: user, storage)
    try append(event)
    for (place, anomaly) in outcome.anomalies.enumerated() {
      let stored = StoredAnomaly(
        seq: seq, place: place, storyId: session.storyId, startedAt: session.startedAt, anomaly: anomaly,
        recordedAt: now)
      try AnomalyStore.insert(stored, of: user, storage)
    }
    try followListening(to: story, zones)
  }
}
