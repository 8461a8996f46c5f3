/// The limits on frames, connections and calls.
public enum RPCLimits {
  /// The length of a frame: its type, call and payload.
  public static let frameBytes = 4 << 20
  /// The type and the call of a frame.
  public static let frameMinimumBytes = 5
  /// The smallest `maxFrame` of a peer. A hello, a goaway and a fault without fields always fit.
  public static let frameLeastBytes = 4096

  /// Calls in flight on one connection.
  public static let callsInFlight = 1024
  /// Bytes of requests on one connection that the service has not read. A caller with its own queue never reaches it.
  static let unsentLinkBytes = 8 << 20
  /// Calls that have a response but whose work continues, as a multiple of the calls in flight.
  public static let leftoverFactor = 4
  /// The budget of a service's large replies, both those being made and those that peers have not read. Each peer's
  /// quota is one of `replyShares` equal parts.
  public static let replyBytes = 32 << 20
  static let replyShares = 4
  /// Users take turns by this many bytes of replies.
  static let bulkQuantumBytes = 256 << 10
  /// Calls that wait for the budget of large replies.
  static let bulkCallsWaiting = 1024
  /// Unread bytes of a peer above which its requests are not read while the budget is exceeded.
  static let unreadBytesWhenShort = 64 << 10
  /// The interval of checks for waiting calls, and the time after which a peer that reads nothing is closed for them.
  static let shortageCheckMilliseconds = 1_000
  static let unreadPatienceMilliseconds = 5_000
  /// The longest deadline: a day. Longer ones are shortened.
  public static let deadlineMilliseconds = 86_400_000
  /// The default deadline of a call.
  public static let usualDeadlineMilliseconds = 30_000
  /// The time that a new connection has to send its hello.
  public static let helloMilliseconds = 5_000
  /// The interval in which a client with calls in flight checks for a silent service, and the number of silent checks
  /// after which the service is treated as dead: 0.76 to 0.95 s. A service must not block its loop for that long.
  static let silenceCheckMilliseconds = 190
  static let silentChecks = 4
  /// The interval in which a client checks for cancelled callers.
  static let patrolMilliseconds = 20
  /// Connections of one service.
  public static let connections = 1024
  /// The first pause before a client reconnects, and the longest. The pause doubles each time.
  public static let reconnectMilliseconds = 10
  public static let reconnectMaximumMilliseconds = 500
}
