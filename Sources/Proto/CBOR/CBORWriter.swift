#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes that grow at the end: CBOR items in preferred serialisation, and frames. Made to be used again and again.
///
/// The bytes live behind a pointer, because the Codable coder works on them without reference counting or exclusivity
/// checks.
public struct CBORWriter: ~Copyable {
  @usableFromInline package let state: UnsafeMutablePointer<EncodeState>

  /// Memory for `capacity` bytes is there from the beginning.
  public init(capacity: Int = 0) {
    state = EncodeState.make()
    state.pointee.reserve(capacity)
  }

  /// For a writer that goes on writing values: what was looked up for their types is kept with it.
  package init(keepingContainers capacity: Int) {
    self.init(capacity: capacity)
    state.pointee.keepContainers()
  }

  deinit {
    EncodeState.free(state)
  }

  @inlinable public var count: Int { state.pointee.count }

  public var bytes: [UInt8] { withBytes { Array($0) } }

  /// The pointer is good within `body` only.
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: state.pointee.base, count: state.pointee.count))
  }

  /// Discards what was written from `count` on, and keeps the memory.
  public mutating func truncate(to count: Int = 0) {
    precondition(count >= 0 && count <= state.pointee.count)
    state.pointee.count = count
  }

  /// Discards the first bytes, which have been sent.
  public mutating func removeFirst(_ sent: Int) {
    precondition(sent >= 0 && sent <= state.pointee.count)
    let left = state.pointee.count - sent
    memmove(state.pointee.base, state.pointee.base + sent, left)
    state.pointee.count = left
  }
}
