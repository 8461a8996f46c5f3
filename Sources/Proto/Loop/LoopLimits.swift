/// The bounds of the event loop and of its sockets.
public enum LoopLimits {
  public static let eventsPerTurn = 1024
  /// Bytes taken from one socket in one turn.
  public static let readBytes = 64 * 1024
  /// How often a turn reads from a service's socket, which carries the answers of all users.
  package static let linkReadsPerTurn = 16
  /// Connections taken from one listening socket in one turn.
  public static let acceptsPerTurn = 64
  /// How long a listener rests when the process has no descriptor left.
  public static let acceptPauseMilliseconds = 100
  public static let listenBacklog = 1024
  /// Jobs are run in rounds; after so many the sockets get their turn.
  public static let roundsPerTurn = 64
  public static let spareBuffers = 16
  public static let spareBufferBytes = 256 * 1024
  /// Buffers above this have a mapping of their own, and so much free memory is given back at once.
  static let mappedBufferBytes: Int32 = 16 * 1024 * 1024
  static let keptFreeBytes: Int32 = 32 * 1024 * 1024
  /// How long no large buffer was given up when their memory goes back to the system.
  public static let quietMilliseconds = 500
  /// Unsent bytes of one socket above which its owner should stop making more.
  public static let congestedBytes = 1024 * 1024
  /// How long a closing socket goes on reading, so that the peer gets our last words instead of a reset.
  public static let lingerMilliseconds = 500
  public static let lingerBytes = 4 * 1024 * 1024
}
