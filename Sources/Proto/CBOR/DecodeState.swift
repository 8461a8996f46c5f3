/// What all the containers of one decoding read from: bytes that `CBORCheck` has found valid as a whole, so that
/// nothing here looks for their end again. Plain memory behind a pointer, for the same reason as `EncodeState`.
struct DecodeState {
  static let inlineMaps = 4

  private(set) var item: CBORItem
  /// Where the value being decoded begins.
  var slot: Int
  /// Where the value that was read last ends.
  var end = 0
  /// The container that was read to its end last, and that end: the one around it need not look for it again.
  var done = (start: -1, end: 0)
  /// A cursor for each map that is open.
  var maps: UnsafeMutablePointer<MapCursor>
  var mapCount = 0
  var mapCapacity = inlineMaps
  /// The states of decoders that were handed out apart, each pointing to the next. Pointers and not objects: whatever
  /// copies this state is to copy plain memory.
  var branches: UnsafeMutablePointer<DecodeState>?
  /// The containers of earlier decodings, where the state outlives them.
  private(set) var containers: UnsafeMutablePointer<KeptContainers>?
  private var isBusy = false

  /// State and first cursors are one piece of memory, so that a decoding allocates once.
  @inline(never)
  static func make(item: CBORItem, slot: Int) -> UnsafeMutablePointer<DecodeState> {
    let cursors = MemoryLayout<DecodeState>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: cursors + MemoryLayout<MapCursor>.stride * inlineMaps, alignment: MemoryLayout<DecodeState>.alignment)
    let state = memory.bindMemory(to: DecodeState.self, capacity: 1)
    let maps = (memory + cursors).bindMemory(to: MapCursor.self, capacity: inlineMaps)
    state.initialize(to: DecodeState(item: item, slot: slot, maps: maps))
    return state
  }

  @inline(never)
  static func free(_ state: UnsafeMutablePointer<DecodeState>) {
    var next: UnsafeMutablePointer<DecodeState>? = state
    while let state = next {
      next = state.pointee.branches
      if state.pointee.mapCapacity > inlineMaps { state.pointee.maps.deallocate() }
      if let containers = state.pointee.containers {
        containers.pointee.free()
        containers.deallocate()
      }
      UnsafeMutableRawPointer(state).deallocate()
    }
  }

  /// The state that this thread keeps; within a decoding, of another one.
  @inline(__always)
  static func borrow(item: CBORItem) -> UnsafeMutablePointer<DecodeState> {
    guard let state = ThreadKept.decodeState(first: item), !state.pointee.isBusy else {
      return make(item: item, slot: 0)
    }
    state.pointee.begin(item)
    return state
  }

  @inline(__always)
  static func giveBack(_ state: UnsafeMutablePointer<DecodeState>) {
    guard state.pointee.isBusy else { return free(state) }
    state.pointee.isBusy = false
    if state.pointee.branches != nil { freeBranches(of: state) }
  }

  /// A state to be borrowed again and again, first for this item.
  static func makeKept(first item: CBORItem) -> UnsafeMutablePointer<DecodeState> {
    let state = make(item: item, slot: 0)
    let containers = UnsafeMutablePointer<KeptContainers>.allocate(capacity: 1)
    containers.initialize(to: KeptContainers())
    state.pointee.containers = containers
    return state
  }

  @inline(__always)
  private mutating func begin(_ item: CBORItem) {
    self.item = item
    slot = 0
    done = (-1, 0)
    mapCount = 0
    isBusy = true
  }

  @inline(never)
  private static func freeBranches(of state: UnsafeMutablePointer<DecodeState>) {
    if let branch = state.pointee.branches { free(branch) }
    state.pointee.branches = nil
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
    if mapCapacity > DecodeState.inlineMaps { maps.deallocate() }
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
