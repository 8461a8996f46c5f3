/// Splits received bytes into frames.
public struct FrameDecoder: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0

  public init() {}

  /// Bytes of an incomplete frame.
  public var pending: Int { buffer.count - start }

  public mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0 && start * 2 >= buffer.count {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Returns the next complete frame, or nil until more bytes arrive. After an error there is no next frame.
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
