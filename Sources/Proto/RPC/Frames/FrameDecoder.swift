/// Turns bytes, in whatever pieces they come, into frames.
public struct FrameDecoder: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  public init() {}

  /// Bytes of a frame that is not all there yet.
  public var pending: Int { buffer.count - start }

  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 && start * 2 >= buffer.count {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole frame; nil until more bytes come. After an error the connection is to end: there is no next frame.
  public mutating func next() throws(FrameError) -> Frame? {
    let found = buffer.withUnsafeBytes { bytes in
      Result { () throws(FrameError) -> (frame: Frame, size: Int)? in
        guard let view = try FrameView.first(in: UnsafeRawBufferPointer(rebasing: bytes[start...])) else { return nil }
        return (view.frame, view.size)
      }
    }
    guard let found = try found.get() else { return nil }
    start += found.size
    return found.frame
  }
}
