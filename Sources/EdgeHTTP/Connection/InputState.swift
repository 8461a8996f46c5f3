/// The state of the bytes that a connection has received but not used.
struct InputState {
  /// The owner is handing over bytes.
  private(set) var isReceiving = false
  private(set) var unreadBytes = 0
  /// The unread bytes will be handed over again.
  private(set) var isRedeliveryDue = false
  private(set) var isPaused = false
  /// The client sends no more.
  private(set) var hasEnded = false
  /// The serial of the request at which the current turn ends.
  private var lastSerial: UInt64 = 0

  var hasUnread: Bool { unreadBytes > 0 }

  mutating func begin(serial: UInt64) {
    isReceiving = true
    isRedeliveryDue = false
    lastSerial = serial &+ Limits.requestsPerTurn
  }

  func isTurnOver(_ serial: UInt64) -> Bool { serial == lastSerial }

  mutating func end(unread: Int) {
    isReceiving = false
    unreadBytes = unread
  }

  mutating func pause() { isPaused = true }

  /// Returns whether reading stops and starts again.
  mutating func resume() -> Bool {
    guard hasUnread || isPaused else { return false }
    isPaused = false
    isRedeliveryDue = hasUnread
    return true
  }

  mutating func clear() { unreadBytes = 0 }
  mutating func noteEnd() { hasEnded = true }
}
