import Proto

/// The latest connections that were over the limit. Each is kept until its client has read the response; one more
/// closes the oldest.
final class RejectedConnections {
  private var streams: [SocketStream?]
  private var next = 0

  init(count: Int) {
    streams = Array(repeating: nil, count: max(1, count))
  }

  /// Sends the response that `write` appends, and ends the connection.
  func reject(_ stream: SocketStream, _ write: (inout [UInt8]) -> Void) {
    stream.lingerMilliseconds = Int(Limits.lingerMilliseconds)
    guard (try? stream.start(IgnoringHandler())) != nil else { return }
    stream.write(write)
    stream.finish()
    streams[next]?.close()
    streams[next] = stream
    next = (next + 1) % streams.count
  }
}

/// Discards what the client still sends.
private final class IgnoringHandler: SocketStreamHandler {
  func received(_ bytes: UnsafeRawBufferPointer, on stream: SocketStream) -> Int { bytes.count }
  func ended(_ stream: SocketStream) {}
  func closed(_ stream: SocketStream, error: SystemError?) {}
}
