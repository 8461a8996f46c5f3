import API
import Domain
import Proto

extension SessionHandlers {
  func recordSessions(
    _ call: SessionAPI.RecordSessions, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.BatchReply> {
    try await batch(caller, SessionAPI.RecordSessions.name, call.sessions, named: "sessions") {
      [log] (ledger, item: SessionAPI.RecordSession) in
      let outcome = try ledger.take(ListeningReport(item))
      ledger.warn(outcome, log, trace: caller.trace)
      return SessionAPI.BatchResult(
        status: outcome.isNew ? 201 : 200, session: SessionAPI.SessionReply(outcome.session))
    } refused: {
      SessionAPI.BatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.BatchReply(results: $0)
    }
  }

  func recordReadings(
    _ call: SessionAPI.RecordReadings, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.ReadingBatchReply> {
    try await batch(caller, SessionAPI.RecordReadings.name, call.sessions, named: "sessions") {
      [zones] (ledger, item: SessionAPI.RecordReading) in
      let (stored, isNew) = try ledger.take(ReadingSession(item))
      return SessionAPI.ReadingBatchResult(
        status: isNew ? 201 : 200, session: SessionAPI.ReadingReply(stored, in: ledger.calendar(zones)))
    } refused: {
      SessionAPI.ReadingBatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.ReadingBatchReply(results: $0)
    }
  }

  func recordRucks(
    _ call: SessionAPI.RecordRucks, _ caller: Caller
  ) async throws(Fault) -> Written<SessionAPI.RuckBatchReply> {
    try await batch(caller, SessionAPI.RecordRucks.name, call.rucks, named: "rucks") {
      (ledger, item: SessionAPI.RecordRuck) in
      let (ruck, isNew) = try ledger.take(item)
      return SessionAPI.RuckBatchResult(status: isNew ? 201 : 200, ruck: SessionAPI.RuckReply(ruck))
    } refused: {
      SessionAPI.RuckBatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.RuckBatchReply(results: $0)
    }
  }

  /// Each item is judged alone, in its place: what is wrong with one is its own result, and the others count. An item
  /// is refused before anything of it is written.
  private func batch<Item: Decodable & Sendable & Judged, Outcome, Reply: Codable & Sendable>(
    _ caller: Caller, _ method: String, _ items: [RawCBOR], named field: String,
    accepted: @escaping @Sendable (Ledger, Item) throws -> Outcome,
    refused: @escaping @Sendable (Problem) -> Outcome, reply: @escaping @Sendable ([Outcome]) -> Reply
  ) async throws(Fault) -> Written<Reply> {
    guard items.count <= SessionAPI.itemsPerBatch else {
      throw Fault.invalid(field, "must have at most \(SessionAPI.itemsPerBatch) items")
    }
    let now = now()
    let check = ArgumentCheck<Item>(most: SessionLimits.faultFieldsPerItem) { [zones] in $0.fields(now: now, zones) }
    let decoded = items.map { item in
      Result { () throws(Fault) in
        do throws(Fault) {
          return try CBORDecoder.decode(Item.self, from: item.bytes)
        } catch {
          throw check.fault(error, in: item.bytes)
        }
      }
    }
    let bytes = items.reduce(0) { $0 + $1.bytes.count }
    return try await keyed(caller, method, cost: max(1, items.count, bytes / 1_024)) { ledger in
      let outcomes = try decoded.map { item in
        do {
          return try accepted(ledger, item.get())
        } catch let fault as Fault where fault.code == .invalid || fault.code == .conflict {
          return refused(Problem(fault))
        } catch let rejection as Rejection {
          return refused(Problem(Fault(rejection)))
        }
      }
      return Written(created: false, value: reply(outcomes))
    }
  }
}
