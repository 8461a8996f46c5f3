/// Where the keys of the maps that are open begin, the outermost map's first. It grows with the keys that are really there.
struct CBORKeyStack {
  private(set) var places: UnsafeMutablePointer<UInt32>?
  private(set) var count = 0
  private var capacity = 0

  @inline(__always)
  mutating func push(_ place: Int) {
    if count == capacity { grow() }
    places?[count] = UInt32(truncatingIfNeeded: place)
    count &+= 1
  }

  @inline(__always)
  mutating func truncate(to count: Int) {
    self.count = count
  }

  func free() {
    places?.deallocate()
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(32, capacity * 2)
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
    if let places { larger.moveInitialize(from: places, count: count) }
    places?.deallocate()
    places = larger
  }
}
