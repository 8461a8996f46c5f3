import API
import Proto

/// Kept responses of calls that other services perform.
extension SessionHandlers {
  func fetchAnswer(
    _ call: SessionAPI.FetchAnswer, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchAnswer.Reply {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      return SessionAPI.FetchAnswer.Reply(answer: nil)
    }
    let first = try await read(caller) { user, rows in
      try IdempotencyStore.reply(to: keyedCall, of: user, rows)
    }
    return SessionAPI.FetchAnswer.Reply(answer: first)
  }

  /// If two calls with one key race, both get the first response.
  func keepAnswer(
    _ call: SessionAPI.KeepAnswer, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FirstAnswer {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      throw Fault(.invalid, "a kept response needs an idempotency key; send one")
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
