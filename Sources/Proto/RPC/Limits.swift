/// Every bound on frames, connections and calls, in one place.
public enum RPCLimits {
  /// What a frame's length may say: its type, its call and its payload.
  public static let frameBytes = 4 << 20
  /// The type and the call, which every frame has.
  public static let frameMinimumBytes = 5
  /// The least that a peer's frames must bear: a hello, a goaway and a fault without its fields fit it always.
  public static let frameLeastBytes = 4096

  /// Calls of one connection that wait for their answers.
  public static let callsInFlight = 1024
  /// Requests of one connection that the service has not read yet: what a caller with a line of its own never reaches.
  static let unsentLinkBytes = 8 << 20
  /// Calls whose work goes on although they have been answered count too, up to so many times the calls in flight.
  public static let leftoverFactor = 4
  /// What a service's large answers take together, those that are being made and those that peers have not read; and
  /// into how many parts that is divided, of which a peer gets one.
  public static let replyBytes = 32 << 20
  static let replyShares = 4
  /// Answers of one user go in turn with others' by this many bytes.
  static let bulkQuantumBytes = 256 << 10
  /// Calls with large answers that wait for room.
  static let bulkCallsWaiting = 1024
  /// What a peer may leave unread while the service has no room: then no more is read from it.
  static let unreadBytesWhenShort = 64 << 10
  /// How often it is seen to that calls which wait for room do not wait for peers that do not read, and after how long
  /// such a peer is parted with.
  static let shortageCheckMilliseconds = 1_000
  static let unreadPatienceMilliseconds = 5_000
  /// A longer deadline is read as this one: a day.
  public static let deadlineMilliseconds = 86_400_000
  /// How long a call may take whose caller does not say.
  public static let usualDeadlineMilliseconds = 30_000
  /// How long a new connection may take to say hello.
  public static let helloMilliseconds = 5_000
  /// How often a client with calls in flight looks whether anything was heard of the service since the last time, and
  /// at which look in silence it gives the service up: 0.76 to 0.95 s after the last it heard. A service may be busy
  /// with one thing for shorter than that.
  static let silenceCheckMilliseconds = 190
  static let silentChecks = 4
  /// How often a client looks for callers that were cancelled.
  static let patrolMilliseconds = 20
  /// Connections of one service.
  public static let connections = 1024
  /// The first pause before a client connects again, doubled each time up to the last.
  public static let reconnectMilliseconds = 10
  public static let reconnectMaximumMilliseconds = 500
}
