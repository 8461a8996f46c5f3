import API
import Domain
import Proto

extension SessionHandlers {
  func recordListeningBatch(
    _ call: SessionAPI.RecordListeningBatch, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ListeningBatchReply> {
    try await batch(caller, SessionAPI.RecordListeningBatch.name, call.sessions, named: "sessions") {
      try ListeningLookup($1.map { ListeningReport($0) }, in: $0)
    } accepted: {
      [log, zones] (transaction, item: SessionAPI.RecordListening, lookup: ListeningLookup) in
      let (outcome, title) = try transaction.accept(ListeningReport(item), lookup, zones)
      transaction.warn(outcome, log, trace: caller.trace)
      return SessionAPI.ListeningBatchResult(
        status: outcome.isNew ? 201 : 200, session: SessionAPI.ListeningSessionReply(outcome.session, title: title))
    } rejected: {
      SessionAPI.ListeningBatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.ListeningBatchReply(results: $0)
    }
  }

  func recordReadingBatch(
    _ call: SessionAPI.RecordReadingBatch, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadingBatchReply> {
    try await batch(caller, SessionAPI.RecordReadingBatch.name, call.sessions, named: "sessions") { _, _ in
    } accepted: {
      [zones] (transaction, item: SessionAPI.RecordReading, _: Void) in
      let (stored, isNew, title) = try transaction.accept(ReadingSession(item))
      return SessionAPI.ReadingBatchResult(
        status: isNew ? 201 : 200,
        session: SessionAPI.ReadingSessionReply(stored, title: title, in: transaction.calendar(zones)))
    } rejected: {
      SessionAPI.ReadingBatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.ReadingBatchReply(results: $0)
    }
  }

  func recordRuckBatch(
    _ call: SessionAPI.RecordRuckBatch, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.RuckBatchReply> {
    try await batch(caller, SessionAPI.RecordRuckBatch.name, call.rucks, named: "rucks") { _, _ in
    } accepted: {
      (transaction, item: SessionAPI.RecordRuck, _: Void) in
      let (ruck, isNew) = try transaction.accept(item)
      return SessionAPI.RuckBatchResult(status: isNew ? 201 : 200, ruck: SessionAPI.RuckReply(ruck))
    } rejected: {
      SessionAPI.RuckBatchResult(status: $0.status, error: $0)
    } reply: {
      SessionAPI.RuckBatchReply(results: $0)
    }
  }

  /// Handles each item separately. A rejected item gets an error as its result and changes nothing; the others count.
  /// `lookUp` reads the rows that the items need.
  func batch<Item: Decodable & Sendable & SelfValidating, Lookup, Outcome, Reply: Codable & Sendable>(
    _ caller: CallerContext, _ method: String, _ items: [RawCBOR], named field: String, itemCost: Int = 1,
    lookUp: @escaping @Sendable (UserTransaction, [Item]) throws -> Lookup,
    accepted: @escaping @Sendable (UserTransaction, Item, Lookup) throws -> Outcome,
    rejected: @escaping @Sendable (Problem) -> Outcome, reply: @escaping @Sendable ([Outcome]) -> Reply
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
    return try await keyed(caller, method, cost: max(1, items.count * itemCost, bytes / 1_024)) { transaction in
      let lookup = try lookUp(transaction, decoded.compactMap { try? $0.get() })
      let outcomes = try decoded.map { item in
        do {
          return try accepted(transaction, item.get(), lookup)
        } catch let fault as Fault where fault.code == .invalid || fault.code == .conflict {
          return rejected(Problem(fault))
        } catch let rejection as Rejection {
          return rejected(Problem(Fault(rejection)))
        }
      }
      return Written(created: false, value: reply(outcomes))
    }
  }
}
