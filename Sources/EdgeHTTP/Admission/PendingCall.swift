/// The call to a service for the current request of a connection.
struct PendingCall {
  /// When the call was sent; 0 if none is in flight.
  private(set) var sentAt: UInt64 = 0
  /// The estimated work in nanoseconds.
  private(set) var cost = 0
  /// The call that waits at the gate.
  private(set) var waiting: ServiceGate.Waiting?
  /// A limit rejected the last call, which is counted and logged already.
  private(set) var isRejected = false

  var isInFlight: Bool { sentAt != 0 }
  var waitingBytes: Int { waiting?.argument.capacity ?? 0 }

  mutating func wait(_ call: ServiceGate.Waiting) {
    waiting = call
  }

  mutating func start(now: UInt64, cost: Int) {
    sentAt = now
    self.cost = cost
    isRejected = false
    if waiting != nil { waiting = nil }
  }

  mutating func end() { sentAt = 0 }

  mutating func reject() {
    waiting = nil
    isRejected = true
  }

  /// The client is gone: a call that waits is not sent.
  mutating func abandon() {
    waiting?.discardArgument()
    waiting = nil
  }
}
