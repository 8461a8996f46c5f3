/// The limits of the event loop and its sockets.
public enum LoopLimits {
  public static let eventsPerTurn = 1024
  /// Bytes read from one socket in one turn.
  public static let readBytes = 64 * 1024
  /// The number of reads per turn from the socket of a service, which carries the responses for all users.
  package static let linkReadsPerTurn = 16
  /// Connections accepted from one listening socket in one turn.
  public static let acceptsPerTurn = 64
  /// The time that a listener pauses when the process has no descriptor left.
  public static let acceptPauseMilliseconds = 100
  public static let listenBacklog = 1024
  /// Rounds of queued jobs before the sockets are polled again.
  public static let roundsPerTurn = 64
  public static let spareBuffers = 16
  public static let spareBufferBytes = 256 * 1024
  /// The size from which a buffer is mapped separately, and the free memory above which it returns to the system.
  static let mappedBufferBytes: Int32 = 16 * 1024 * 1024
  static let keptFreeBytes: Int32 = 32 * 1024 * 1024
  /// The time from freeing the last large buffer to returning the memory to the system.
  public static let quietMilliseconds = 500
  /// Unsent bytes of one socket above which its owner should stop producing.
  public static let congestedBytes = 1024 * 1024
  /// The time that a closing socket continues to read, so that the peer gets the last output instead of a reset.
  public static let lingerMilliseconds = 500
  /// The maximum that it reads in this time.
  public static let lingerBytes = 4 * 1024 * 1024
}
