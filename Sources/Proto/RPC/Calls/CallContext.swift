public import CBOR
public import Chronology
import Loop

/// The metadata of a call, which a handler gets with the argument.
public struct CallContext: Sendable {
  public var user: String?
  /// Milliseconds from the arrival that the caller waits, or nil without a limit.
  public var deadline: Int?
  public var trace: String?
  public var key: String?
  public var digest: [UInt8]?
  /// When the call was first made, if it repeats a call of another server.
  public var at: Instant?
  /// The head of the user's journal, if the caller read it after the request had arrived.
  public var head: CallMeta.Head?
  /// When the call arrived, by the loop's clock.
  var arrival: UInt64

  public init(
    user: String? = nil, deadline: Int? = nil, trace: String? = nil, key: String? = nil, digest: [UInt8]? = nil,
    at: Instant? = nil, head: CallMeta.Head? = nil
  ) {
    self.init(
      CallMeta(user: user, deadline: deadline, trace: trace, key: key, digest: digest, at: at, head: head),
      arrival: ThreadClock.nanoseconds)
  }

  init(_ meta: CallMeta, arrival: UInt64) {
    user = meta.user
    deadline = meta.deadline
    trace = meta.trace
    key = meta.key
    digest = meta.digest
    at = meta.at
    head = meta.head
    self.arrival = arrival
  }

  /// Returns the user, or throws if the call has none.
  public func requireUser() throws(Fault) -> String {
    guard let user, !user.isEmpty else { throw Fault(.unauthenticated, "the call has no user") }
    return user
  }

  public var millisecondsLeft: Int? {
    deadline.map { max(0, $0 - Int((ThreadClock.nanoseconds - arrival) / 1_000_000)) }
  }

  /// The metadata of a call made on behalf of this one: same user, trace and instant, and the remaining time.
  public var forwarded: CallMeta {
    CallMeta(user: user, deadline: millisecondsLeft, trace: trace, at: at)
  }
}
