/// What all the containers of one decoding read from: bytes that `CBORCheck` has found valid as a whole, so that nothing here
/// looks for their end again. Plain memory behind a pointer, for the same reason as `EncodeState`.
struct DecodeState {
  let item: CBORItem
  let count: Int
  /// Where the value being decoded begins.
  var slot: Int
  /// Where the value that was read last ends.
  var end = 0
  /// The container that was read to its end last, and that end: the one around it need not look for it again.
  var done = (start: -1, end: 0)
  /// A cursor for each map that is open.
  var maps: UnsafeMutablePointer<MapCursor>
  var mapCount = 0
  var mapCapacity = 8
  /// States of decoders that were handed out apart.
  var children: [DecodeBranch] = []

  init(item: CBORItem, count: Int, slot: Int) {
    self.item = item
    self.count = count
    self.slot = slot
    maps = .allocate(capacity: mapCapacity)
  }

  func free() {
    maps.deallocate()
  }

  @inline(__always)
  mutating func push(_ cursor: MapCursor) -> Int {
    if mapCount == mapCapacity { growMaps() }
    (maps + mapCount).initialize(to: cursor)
    mapCount &+= 1
    return mapCount &- 1
  }

  @inline(never)
  private mutating func growMaps() {
    let larger = UnsafeMutablePointer<MapCursor>.allocate(capacity: mapCapacity * 2)
    larger.moveInitialize(from: maps, count: mapCount)
    maps.deallocate()
    maps = larger
    mapCapacity *= 2
  }
}

/// A map that is being read. Members mostly come in the order they are asked for, so the next one is tried first.
struct MapCursor {
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// Where the next key is, and how many entries are before it.
  var next: Int
  var passed = 0
}

/// A decoder's own state, where its value is not the one being decoded: `superDecoder` and its like.
final class DecodeBranch {
  let state: UnsafeMutablePointer<DecodeState>

  init(of parent: borrowing DecodeState, at slot: Int) {
    state = .allocate(capacity: 1)
    state.initialize(to: DecodeState(item: parent.item, count: parent.count, slot: slot))
  }

  deinit {
    state.pointee.free()
    state.deinitialize(count: 1)
    state.deallocate()
  }
}
