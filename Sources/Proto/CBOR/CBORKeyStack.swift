/// The offsets of the keys of all open maps, the outermost first. Its size depends on actual keys, never on declared
/// counts.
struct CBORKeyStack {
  static let inlineKeys = 64

  private(set) var places: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = inlineKeys

  /// The caller owns the memory, which has space for `inlineKeys`.
  init(places: UnsafeMutablePointer<UInt32>) {
    self.places = places
  }

  @inline(__always)
  mutating func push(_ place: Int) {
    if count == capacity { grow() }
    (places + count).initialize(to: UInt32(truncatingIfNeeded: place))
    count &+= 1
  }

  @inline(__always)
  mutating func truncate(to count: Int) {
    self.count = count
  }

  func free() {
    if capacity > CBORKeyStack.inlineKeys { places.deallocate() }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: places, count: count)
    free()
    places = larger
    capacity *= 2
  }
}
