public import CBOR
public import Chronology
import Loop

/// Who calls, and under which conditions: what a handler gets beside the argument.
public struct CallContext: Sendable {
  public var user: String?
  /// Milliseconds that the caller waits, counted from the arrival; nil without end.
  public var deadline: Int?
  public var trace: String?
  public var key: String?
  public var digest: [UInt8]?
  /// When the call was first made, where it repeats one of another server.
  public var at: Instant?
  /// Monotonic nanoseconds of the arrival.
  var arrival: UInt64

  public init(
    user: String? = nil, deadline: Int? = nil, trace: String? = nil, key: String? = nil, digest: [UInt8]? = nil,
    at: Instant? = nil
  ) {
    self.init(
      CallMeta(user: user, deadline: deadline, trace: trace, key: key, digest: digest, at: at),
      arrival: ThreadClock.nanoseconds)
  }

  init(_ meta: CallMeta, arrival: UInt64) {
    user = meta.user
    deadline = meta.deadline
    trace = meta.trace
    key = meta.key
    digest = meta.digest
    at = meta.at
    self.arrival = arrival
  }

  /// The user, without whom the call makes no sense.
  public func requireUser() throws(Fault) -> String {
    guard let user, !user.isEmpty else { throw Fault(.unauthenticated, "this call needs a user") }
    return user
  }

  public var millisecondsLeft: Int? {
    deadline.map { max(0, $0 - Int((ThreadClock.nanoseconds - arrival) / 1_000_000)) }
  }

  /// The meta of a call made on behalf of this one: same user, same trace, same instant, what is left of the time.
  public var forwarded: CallMeta {
    CallMeta(user: user, deadline: millisecondsLeft, trace: trace, at: at)
  }
}
