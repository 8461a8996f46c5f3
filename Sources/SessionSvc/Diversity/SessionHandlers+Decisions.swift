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
    let decided = DecidedAnswer(bytes: call.answer.bytes)
    let cost = 1 + decided.bytes.count / 1_024
    let written = try await keyedRaw(caller, call.method, cost: cost, decided) { ledger in
      guard try DiversityStore.version(ledger.user, workId: call.workId, ledger.reading) == call.version else {
        throw Fault.versionMoved
      }
      for event in events {
        guard event.decidesDiversityOf == call.workId else {
          throw Fault.field("events", "must decide about the work \(call.workId) alone")
        }
        try ledger.apply(event)
        try ledger.appendCounted(event)
      }
    }
    return SessionAPI.AppendDecision.Reply(replayed: written.replayed, answer: RawCBOR(bytes: written.bytes))
  }

  func fetchAnswer(
    _ call: SessionAPI.FetchAnswer, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.FetchAnswer.Reply {
    guard let text = caller.key else { return SessionAPI.FetchAnswer.Reply(answer: nil) }
    let answer = try await read(caller) { user, reading in
      try IdempotencyStore.answer(
        to: IdempotencyStore.Key(user: user, method: call.method, key: text), reading)
    }
    guard let answer else { return SessionAPI.FetchAnswer.Reply(answer: nil) }
    guard answer.digest == caller.digest ?? [] else { throw .otherBody }
    return SessionAPI.FetchAnswer.Reply(answer: answer.reply)
  }

  /// The answer is made already, so it is kept and given back as it is.
  private func keyedRaw(
    _ caller: Caller, _ method: String, cost: Int, _ answer: DecidedAnswer,
    _ body: @escaping @Sendable (Ledger) throws -> Void
  ) async throws(Fault) -> DecidedAnswer {
    try await command(caller, cost: cost) { ledger in
      guard let text = caller.key else {
        try body(ledger)
        return answer
      }
      let key = IdempotencyStore.Key(user: ledger.user, method: method, key: text)
      let digest = caller.digest ?? []
      if let first = try IdempotencyStore.answer(to: key, ledger.reading) {
        guard first.digest == digest else { throw Fault.otherBody }
        return DecidedAnswer(bytes: first.reply, replayed: true)
      }
      try body(ledger)
      try IdempotencyStore.keep(
        IdempotencyStore.Answer(digest: digest, reply: answer.bytes), to: key, at: ledger.now, ledger.transaction)
      return answer
    }
  }
}

private struct DecidedAnswer: Sendable {
  var bytes: [UInt8]
  var replayed = false
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
    case .diversity(.promptOpened), .account, .catalogue, .listening, .reading, .rucks, .goals:
      throw Fault.field("events", "may decide about diversity alone")
    }
  }

  private func set(_ event: DiversityValueSet) throws {
    try DiversityStore.set(event, of: user, transaction)
    if event.points > 0, try !DiversityStore.award(event, to: user, transaction) {
      throw Fault(.conflict, "points were given for this field before")
    }
  }
}

extension Fault {
  static let otherBody = Fault.field("Idempotency-Key", "was used before with another body")
}
