import API
import Proto

/// Kept responses of calls that other services perform.
extension SessionHandlers {
  func fetchKeptReply(
    _ call: SessionAPI.FetchKeptReply, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchKeptReply.Reply {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      return SessionAPI.FetchKeptReply.Reply(answer: nil)
    }
    let first = try await read(caller) { user, rows in
      try IdempotencyStore.reply(to: keyedCall, of: user, rows)
    }
    return SessionAPI.FetchKeptReply.Reply(answer: first)
  }

  /// If two calls with one key race, both get the first response.
  func keepReply(
    _ call: SessionAPI.KeepReply, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FirstReply {
    guard let keyedCall = try caller.keyedCall(call.method) else {
      throw Fault(.invalid, "a kept response needs an idempotency key; send one")
    }
    let answer = SessionAPI.FirstReply(replayed: false, answer: call.answer)
    return try await keyed(caller, keyedCall, cost: 1 + call.answer.bytes.count / 1_024) { _ in
      answer
    } kept: { first in
      first.answer.bytes
    } repeated: { first in
      SessionAPI.FirstReply(replayed: true, answer: RawCBOR(bytes: first))
    }
  }
}
