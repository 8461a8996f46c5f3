import API
import Chronology
import Domain
import Proto
import Views

/// The outcome of a call about one work, based on the view's state: events to append, and the reply to return after
/// that.
struct Decision<Reply: Codable & Sendable>: Sendable {
  var workId: String
  /// The number of events that had decided about the work at that state.
  var version: Int
  var events: [Event]
  var reply: Reply
}

extension DiversityHandlers {
  /// Reads the user's state, decides, and appends the decision if no other decision about the work was written first;
  /// otherwise retries. The user's calls take turns, so only another process can cause a retry. Other faults of the
  /// journal are thrown unchanged.
  func decide<Reply: Codable & Sendable>(
    _ method: String, _ context: CallContext,
    _ body: @escaping @Sendable (inout DiversityView, Instant) throws -> Decision<Reply>
  ) async throws -> Written<Reply> {
    let user = try context.requireUser()
    await turns.take(user)
    defer { turns.pass(user) }
    do {
      for _ in 0..<DiversityLimits.attempts {
        let decision = try await host.read(context) { view, now in
          try body(&view, ListeningRules.time(of: context.at, now: now))
        }
        if decision.events.isEmpty && context.key == nil { return Written(created: false, value: decision.reply) }
        if let written = try await append(decision, method, context) { return written }
      }
    } catch {
      // A retry may be rejected because its first attempt succeeded.
      guard let first = try await keptReply(method, context) else { throw error }
      return try replay(first)
    }
    throw Fault(.unavailable, "other devices are describing this work at the same time; retry")
  }

  /// Returns nil if the journal has decisions that this one does not include.
  private func append<Reply>(
    _ decision: Decision<Reply>, _ method: String, _ context: CallContext
  ) async throws(Fault) -> Written<Reply>? {
    let events = try decision.events.map { event throws(Fault) in RawCBOR(bytes: try CBOREncoder.encode(event)) }
    let call = SessionAPI.AppendDecision(
      method: method, workId: decision.workId, version: decision.version, events: events,
      answer: RawCBOR(bytes: try CBOREncoder.encode(decision.reply)))
    let reply: SessionAPI.AppendDecision.Reply
    do throws(Fault) {
      reply = try await host.journal.call(call, meta: context.keyed)
    } catch {
      if error.isVersionMoved { return nil }
      throw error
    }
    return reply.replayed ? try replay(reply.answer.bytes) : Written(created: false, value: decision.reply)
  }

  /// Returns the reply stored for the caller's key.
  private func keptReply(_ method: String, _ context: CallContext) async throws(Fault) -> [UInt8]? {
    guard context.key != nil else { return nil }
    return try await host.journal.call(SessionAPI.FetchKeptReply(method: method), meta: context.keyed).answer
  }

  private func replay<Reply: Codable & Sendable>(_ first: [UInt8]) throws(Fault) -> Written<Reply> {
    Written(created: false, replayed: true, value: try CBORDecoder.decode(Reply.self, from: first))
  }
}

extension CallContext {
  /// Like `forwarded`, with the caller's key, under which the reply is stored.
  fileprivate var keyed: CallMeta {
    var meta = forwarded
    meta.key = key
    meta.digest = digest
    return meta
  }
}
