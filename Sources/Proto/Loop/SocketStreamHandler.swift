/// What a stream calls of its owner, always on the loop.
public protocol SocketStreamHandler: AnyObject {
  /// The peer has sent something. An owner that returns false reads it later, by `readNow`, and is not asked again
  /// before.
  func mayReceive(_ stream: SocketStream) -> Bool

  /// Everything received and not consumed so far; returns how many bytes of it are done with. The rest comes again,
  /// with what follows it. The bytes are the stream's, and valid only during the call.
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int

  /// The peer will send no more. It may still be reading: finish or close the stream.
  func ended(_ stream: SocketStream)

  /// The stream is about to send: the place to `transmit` what was gathered in this turn.
  func fill(_ stream: SocketStream)

  /// The peer has not read all of what was written; the rest waits here. Repeated each time some of it has gone.
  func stalled(_ stream: SocketStream)

  /// Everything written has gone to the kernel.
  func drained(_ stream: SocketStream)

  /// The stream is closed, from either side; called exactly once. `error` is nil if nothing went wrong.
  func closed(_ stream: SocketStream, error: SystemError?)
}

extension SocketStreamHandler {
  public func mayReceive(_ stream: SocketStream) -> Bool { true }
  public func fill(_ stream: SocketStream) {}
  public func stalled(_ stream: SocketStream) {}
  public func drained(_ stream: SocketStream) {}
}
