import API
import Chronology
import Domain
import Proto
import Views

/// What a call does about one work, as the view has seen it: events that are not yet in the journal, and what the
/// caller is answered once they are.
struct Decision<Answer: Codable & Sendable>: Sendable {
  var workId: String
  /// How many events had decided about the work when this was.
  var version: Int
  var events: [Event]
  var answer: Answer
}

extension DiversityHandlers {
  /// Reads the user's state, decides, and has the journal append the decision if nothing was decided about the work in
  /// the meantime. The user's calls take turns here, each on what the last has left, so that only a decision by another
  /// process makes one read again. What else the journal refuses is passed on as it is.
  func decide<Answer: Codable & Sendable>(
    _ method: String, _ context: CallContext,
    _ body: @escaping @Sendable (inout DiversityView, Instant) throws -> Decision<Answer>
  ) async throws -> Written<Answer> {
    let user = try context.requireUser()
    await turns.take(user)
    defer { turns.pass(user) }
    do {
      for _ in 0..<DiversityLimits.attempts {
        let decision = try await host.read(context) { view, now in
          try body(&view, ListeningRules.time(of: context.at, now: now))
        }
        if decision.events.isEmpty && context.key == nil { return Written(created: false, value: decision.answer) }
        if let written = try await append(decision, method, context) { return written }
      }
    } catch {
      // A retry is refused by what it has itself brought about.
      guard let first = try await firstAnswer(method, context) else { throw error }
      return try replay(first)
    }
    throw Fault(.unavailable, "the work is being described elsewhere at the same time")
  }

  /// Nil where the journal knows of something that the decision does not.
  private func append<Answer>(
    _ decision: Decision<Answer>, _ method: String, _ context: CallContext
  ) async throws(Fault) -> Written<Answer>? {
    let events = try decision.events.map { event throws(Fault) in RawCBOR(bytes: try CBOREncoder.encode(event)) }
    let call = SessionAPI.AppendDecision(
      method: method, workId: decision.workId, version: decision.version, events: events,
      answer: RawCBOR(bytes: try CBOREncoder.encode(decision.answer)))
    let reply: SessionAPI.AppendDecision.Reply
    do throws(Fault) {
      reply = try await host.journal.call(call, meta: context.keyed)
    } catch {
      if error.isVersionMoved { return nil }
      throw error
    }
    return reply.replayed ? try replay(reply.answer.bytes) : Written(created: false, value: decision.answer)
  }

  /// What the journal keeps for the caller's key.
  private func firstAnswer(_ method: String, _ context: CallContext) async throws(Fault) -> [UInt8]? {
    guard context.key != nil else { return nil }
    return try await host.journal.call(SessionAPI.FetchAnswer(method: method), meta: context.keyed).answer
  }

  private func replay<Answer: Codable & Sendable>(_ first: [UInt8]) throws(Fault) -> Written<Answer> {
    Written(created: false, replayed: true, value: try CBORDecoder.decode(Answer.self, from: first))
  }
}

extension CallContext {
  /// As `forwarded`, with the caller's key: what is made of the call is kept under it.
  fileprivate var keyed: CallMeta {
    var meta = forwarded
    meta.key = key
    meta.digest = digest
    return meta
  }
}
