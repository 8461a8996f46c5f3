/// The streams that have output at the end of the turn, in order. A ring buffer in plain memory, which moves references
/// without retaining.
struct StreamQueue {
  private var slots = UnsafeMutablePointer<SocketStream>.allocate(capacity: 16)
  private var capacity = 16
  private var first = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  mutating func append(_ stream: SocketStream) {
    if count == capacity { grow() }
    (slots + ((first &+ count) & (capacity &- 1))).initialize(to: stream)
    count &+= 1
  }

  @inline(__always)
  mutating func takeFirst() -> SocketStream? {
    guard count > 0 else { return nil }
    let stream = (slots + first).move()
    first = (first &+ 1) & (capacity &- 1)
    count &-= 1
    return stream
  }

  /// The capacity stays a power of two.
  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<SocketStream>.allocate(capacity: capacity * 2)
    for index in 0..<count {
      (larger + index).moveInitialize(from: slots + ((first + index) & (capacity - 1)), count: 1)
    }
    slots.deallocate()
    slots = larger
    first = 0
    capacity *= 2
  }

  mutating func free() {
    while takeFirst() != nil {}
    slots.deallocate()
  }
}
