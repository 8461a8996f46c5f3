import API
import Domain
import Proto

extension SessionHandlers {
  /// What a view decided becomes history, if nothing was decided about the work since the view looked. A key that was
  /// used before brings the first answer back instead.
  func appendDecision(
    _ call: SessionAPI.AppendDecision, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.AppendDecision.Reply {
    let events = try call.events.map { item throws(Fault) in try CBORDecoder.decode(Event.self, from: item.bytes) }
    let answer = SessionAPI.AppendDecision.Reply(replayed: false, answer: call.answer)
    let append = { @Sendable (ledger: Ledger) throws -> SessionAPI.AppendDecision.Reply in
      guard try DiversityStore.version(ledger.user, workId: call.workId, ledger.rows) == call.version else {
        throw Fault.versionMoved
      }
      for event in events {
        guard event.decidesDiversityOf == call.workId else {
          throw Fault.invalid("events", "must decide about the work \(call.workId) alone")
        }
        try ledger.apply(event)
        try ledger.appendCounted(event)
      }
      return answer
    }
    let cost = 1 + call.answer.bytes.count / 1_024
    guard let keyedCall = try caller.keyedCall(call.method) else {
      return try await command(caller, cost: cost, append)
    }
    // The answer is made already, so it is kept and given back as it is.
    return try await keyed(caller, keyedCall, cost: cost, append) { reply in
      reply.answer.bytes
    } repeated: { first in
      SessionAPI.AppendDecision.Reply(replayed: true, answer: RawCBOR(bytes: first))
    }
  }
}

extension Ledger {
  /// Changes the rows as the event says.
  fileprivate func apply(_ event: Event) throws {
    switch event {
    case .diversity(.valueSet(let event)): try set(event)
    case .diversity(.valueCleared(let event)): try DiversityStore.clear(event, of: user, transaction)
    case .diversity(.promptAnswered(let event)):
      let workId = event.answer.workId
      guard try ReadingStore.setEnriched(user, workId: workId, startedAt: event.startedAt, transaction) else {
        throw Fault(.conflict, "the session of the prompt is gone")
      }
      try set(event.answer)
    case .diversity(.promptSkipped): break
    case .diversity(.promptOpened), .account, .catalogue, .listening, .reading, .rucks, .goals, .shares:
      throw Fault.invalid("events", "may decide about diversity alone")
    }
  }

  private func set(_ event: DiversityValueSet) throws {
    try DiversityStore.set(event, of: user, transaction)
    if event.points > 0, try !DiversityStore.award(event, to: user, transaction) {
      throw Fault(.conflict, "points were given for this field before")
    }
  }
}
