import API
import Proto

/// First answers to keys of calls whose work is done elsewhere.
extension SessionHandlers {
  func fetchAnswer(
    _ call: SessionAPI.FetchAnswer, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.FetchAnswer.Reply {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      return SessionAPI.FetchAnswer.Reply(answer: nil)
    }
    let first = try await read(caller) { user, rows in
      try IdempotencyStore.reply(to: keyedCall, of: user, rows)
    }
    return SessionAPI.FetchAnswer.Reply(answer: first)
  }

  /// Of two that were made under one key, the first counts for both.
  func keepAnswer(
    _ call: SessionAPI.KeepAnswer, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.FirstAnswer {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      throw Fault(.invalid, "an answer is kept for a key, and none is named")
    }
    let answer = SessionAPI.FirstAnswer(replayed: false, answer: call.answer)
    return try await keyed(caller, keyedCall, cost: 1 + call.answer.bytes.count / 1_024) { _ in
      answer
    } kept: { first in
      first.answer.bytes
    } repeated: { first in
      SessionAPI.FirstAnswer(replayed: true, answer: RawCBOR(bytes: first))
    }
  }
}
