import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func recordListening(
    _ call: SessionAPI.RecordListening, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.ListeningSessionReply> {
    let report = ListeningReport(call)
    return try await keyed(caller, SessionAPI.RecordListening.name) { [log] ledger in
      let outcome = try ledger.accept(report)
      ledger.warn(outcome, log, trace: caller.trace)
      return Written(created: outcome.isNew, value: SessionAPI.ListeningSessionReply(outcome.session))
    }
  }

  func fetchListeningSession(_ call: SessionAPI.FetchListeningSession, _ caller: Caller) async throws(Fault)
    -> SessionAPI.ListeningSessionReply
  {
    let id = try sessionId(call.id)
    let session = try await read(caller) { user, rows in try ListeningStore.session(user, id, rows) }
    guard let session else { throw .noSession }
    return SessionAPI.ListeningSessionReply(session)
  }

  func patchListeningSession(
    _ call: SessionAPI.PatchListeningSession, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.ListeningSessionReply> {
    let id = try sessionId(call.id)
    return try await command(caller) { [log] ledger in
      guard let session = try ListeningStore.session(ledger.user, id, ledger.rows) else { throw Fault.noSession }
      let story = try CatalogueStore.story(ledger.user, session.storyId, ledger.rows)
      let outcome = try ListeningEdit(call).outcome(for: session, story: story, now: ledger.now)
      try ledger.apply(outcome)
      ledger.warn(outcome, log, trace: caller.trace)
      return Written(created: false, value: SessionAPI.ListeningSessionReply(outcome.session))
    }
  }

  func deleteListeningSession(_ call: SessionAPI.DeleteListeningSession, _ caller: Caller) async throws(Fault)
    -> Nothing
  {
    let id = try sessionId(call.id)
    return try await command(caller) { ledger in
      guard let session = try ListeningStore.session(ledger.user, id, ledger.rows) else { throw Fault.noSession }
      try ListeningStore.delete(session, of: ledger.user, ledger.transaction)
      try ledger.append(.listening(.removed(ListeningRemoved(session: session))))
      return Nothing()
    }
  }

  /// A legal id that no session can have is of no session.
  private func sessionId(_ text: String) throws(Fault) -> SessionIdentifier {
    try check(id: text)
    guard let id = SessionIdentifier(text) else { throw .noSession }
    return id
  }
}

extension Ledger {
  /// Reads the story and the session of the same start, lets the rules decide, and does what they decide.
  func accept(_ report: ListeningReport) throws -> ListeningRules.Outcome {
    let story = try CatalogueStore.story(user, report.storyId, rows)
    let known = try report.startedAt.flatMap {
      try ListeningStore.session(user, storyId: report.storyId, startedAt: $0, rows)
    }
    let outcome = try ListeningRules.outcome(of: report, story: story, known: known, now: now)
    try apply(outcome)
    return outcome
  }

  func apply(_ outcome: ListeningRules.Outcome) throws {
    let event: Event
    switch outcome {
    case .unchanged: return
    case .recorded(let session, _): event = .listening(.recorded(ListeningRecorded(session: session)))
    case .changed(let old, let session, _): event = .listening(.changed(ListeningChanged(old: old, new: session)))
    }
    let session = outcome.session
    try ListeningStore.save(session, of: user, transaction)
    try append(event)
    for (place, anomaly) in outcome.anomalies.enumerated() {
      let stored = StoredAnomaly(
        seq: seq, place: place, storyId: session.storyId, startedAt: session.startedAt, anomaly: anomaly,
        recordedAt: now)
      try AnomalyStore.insert(stored, of: user, transaction)
    }
  }
}
