import Chronology
import Synchronization

/// Token data that is kept only in memory and may be lost: recent uses, which are stored in batches, and the last
/// created tokens, for clients that did not receive the response.
final class TokenMemory: Sendable {
  private struct State {
    var uses: [[UInt8]: Instant] = [:]
    var made: [String: String] = [:]
    var order: [String] = []
  }

  private let state = Mutex(State())

  /// Records a use, to the minute. If too many are recorded, further ones are dropped until the next use.
  func note(hash: [UInt8], usedAt now: Instant) {
    let minute = Instant(seconds: now.seconds - now.seconds % 60)
    state.withLock { state in
      if state.uses.count < SessionLimits.tokenUses || state.uses[hash] != nil { state.uses[hash] = minute }
    }
  }

  /// Returns the uses that are not stored yet, by token id.
  func uses(of ids: [String]) -> [String: Instant] {
    state.withLock { state in
      guard !state.uses.isEmpty else { return [:] }
      let wanted = Set(ids)
      var found: [String: Instant] = [:]
      for (hash, minute) in state.uses {
        let id = Tokens.id(ofHash: hash)
        if wanted.contains(id) { found[id] = minute }
      }
      return found
    }
  }

  func removeUses() -> [(hash: [UInt8], minute: Instant)] {
    state.withLock { state in
      defer { state.uses = [:] }
      return state.uses.map { ($0.key, $0.value) }
    }
  }

  func keep(_ token: String, id: String) {
    state.withLock { state in
      state.made[id] = token
      state.order.append(id)
      if state.order.count > SessionLimits.madeTokens { state.made[state.order.removeFirst()] = nil }
    }
  }

  func token(id: String) -> String? {
    state.withLock { $0.made[id] }
  }
}
