/// The destination of a body that is stored as it arrives. Belongs to the edge's loop.
protocol BodySink: AnyObject {
  /// The body is complete, and only the response is missing.
  var isComplete: Bool { get }
  /// The body is stored more slowly than it arrives, so the client must wait.
  var isFull: Bool { get }
  /// Whether the work is pointless if the client has gone.
  var endsWithClient: Bool { get }

  func write(_ bytes: [UInt8])
  func finishFile()
  /// The connection has ended, or the response is sent.
  func close()
}
