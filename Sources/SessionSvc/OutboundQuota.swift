import Proto
import Synchronization

/// Limits the calls to other servers that each user waits for.
final class OutboundQuota: Sendable {
  private let calls = Mutex<[String: Int]>([:])

  func begin(_ user: String) throws(Fault) {
    let isAllowed = calls.withLock { calls in
      guard calls[user, default: 0] < SessionLimits.outboundCallsOfUser else { return false }
      calls[user, default: 0] += 1
      return true
    }
    guard isAllowed else {
      throw Fault(.overloaded, "earlier calls to other servers are still in progress; retry later")
    }
  }

  func end(_ user: String) {
    calls.withLock { calls in
      let left = calls[user, default: 1] - 1
      calls[user] = left > 0 ? left : nil
    }
  }
}
