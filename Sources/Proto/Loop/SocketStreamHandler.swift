/// The owner of a stream. All calls are on the loop.
public protocol SocketStreamHandler: AnyObject {
  /// The peer has sent something. An owner that returns false must call `readNow` later; this is not called again
  /// before.
  func mayReceive(_ stream: SocketStream) -> Bool

  /// Gets all unconsumed bytes and returns how many it consumes. The rest is delivered again with the following bytes.
  /// The bytes are valid only during the call.
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int

  /// The peer has ended its output. It may still read: finish or close the stream.
  func ended(_ stream: SocketStream)

  /// The stream is about to send: `transmit` the output of this turn here.
  func fill(_ stream: SocketStream)

  /// The system has not accepted all output. Called again each time a part of it was sent.
  func stalled(_ stream: SocketStream)

  /// The system has accepted all output.
  func drained(_ stream: SocketStream)

  /// The stream is closed, by either side; called exactly once. `error` is nil without an error.
  func closed(_ stream: SocketStream, error: SystemError?)
}

extension SocketStreamHandler {
  public func mayReceive(_ stream: SocketStream) -> Bool { true }
  public func fill(_ stream: SocketStream) {}
  public func stalled(_ stream: SocketStream) {}
  public func drained(_ stream: SocketStream) {}
}
