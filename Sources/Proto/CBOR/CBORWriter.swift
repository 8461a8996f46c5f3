#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A reusable buffer of CBOR items in preferred serialisation, and of frames.
///
/// The bytes are behind a pointer, because the Codable coder works on them without reference counting or exclusivity
/// checks.
public struct CBORWriter: ~Copyable {
  @usableFromInline package let state: UnsafeMutablePointer<EncodeState>

  /// Reserves `capacity` bytes.
  public init(capacity: Int = 0) {
    state = EncodeState.make()
    state.pointee.reserve(capacity)
  }

  /// Reserves `capacity` bytes and keeps the containers of each type, for a writer of many values.
  package init(keepingContainers capacity: Int) {
    self.init(capacity: capacity)
    state.pointee.keepContainers()
  }

  deinit {
    EncodeState.free(state)
  }

  @inlinable public var count: Int { state.pointee.count }

  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The pointer is valid only within `body`.
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: state.pointee.base, count: state.pointee.count))
  }

  /// Discards all bytes from `count` on, and keeps the memory.
  public mutating func truncate(to count: Int = 0) {
    precondition(count >= 0 && count <= state.pointee.count)
    state.pointee.count = count
  }

  /// Discards the first `count` bytes.
  public mutating func removeFirst(_ sent: Int) {
    precondition(sent >= 0 && sent <= state.pointee.count)
    let left = state.pointee.count - sent
    memmove(state.pointee.base, state.pointee.base + sent, left)
    state.pointee.count = left
  }
}
