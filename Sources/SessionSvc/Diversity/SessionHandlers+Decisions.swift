import API
import Domain
import Proto

extension SessionHandlers {
  /// Appends a view's decision if the work has had no diversity event since the view read it. A repeated key returns
  /// the first response instead.
  func appendDecision(
    _ call: SessionAPI.AppendDecision, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.AppendDecision.Reply {
    let events = try call.events.map { item throws(Fault) in try CBORDecoder.decode(Event.self, from: item.bytes) }
    let answer = SessionAPI.AppendDecision.Reply(replayed: false, answer: call.answer)
    let append = { @Sendable (transaction: UserTransaction) throws -> SessionAPI.AppendDecision.Reply in
      guard try DiversityStore.version(transaction.user, workId: call.workId, transaction.rows) == call.version else {
        throw Fault.versionMoved
      }
      for event in events {
        guard event.decidesDiversityOf == call.workId else {
          throw Fault.invalid("events", "must all be about the work \(call.workId)")
        }
        try transaction.apply(event)
        try transaction.appendCounted(event)
      }
      return answer
    }
    let cost = 1 + call.answer.bytes.count / 1_024
    guard let keyedCall = try caller.keyedCall(call.method) else {
      return try await command(caller, cost: cost, append)
    }
    // The response already exists, so it is kept and returned unchanged.
    return try await keyed(caller, keyedCall, cost: cost, append) { reply in
      reply.answer.bytes
    } repeated: { first in
      SessionAPI.AppendDecision.Reply(replayed: true, answer: RawCBOR(bytes: first))
    }
  }
}

extension UserTransaction {
  /// Changes the rows as the event says.
  fileprivate func apply(_ event: Event) throws {
    switch event {
    case .diversity(.valueSet(let event)): try set(event)
    case .diversity(.valueCleared(let event)): try DiversityStore.clear(event, of: user, storage)
    case .diversity(.promptAnswered(let event)):
      let workId = event.answer.workId
      guard try ReadingStore.setEnriched(user, workId: workId, startedAt: event.startedAt, storage) else {
        throw Fault(.conflict, "the session of this prompt was deleted")
      }
      try set(event.answer)
    case .diversity(.promptSkipped): break
    case .diversity(.promptOpened), .account, .catalogue, .listening, .reading, .rucks, .goals, .shares, .connections,
      .covers:
      throw Fault.invalid("events", "may contain only diversity events")
    }
  }

  private func set(_ event: DiversityValueSet) throws {
    try DiversityStore.set(event, of: user, storage)
    if event.points > 0, try !DiversityStore.award(event, to: user, storage) {
      throw Fault(.conflict, "points were already given for this field")
    }
  }
}
