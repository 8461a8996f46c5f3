/// The state that all containers of one decoding share. `CBORCheck` has validated the bytes, so there are no bounds
/// checks here. Plain memory behind a pointer, for the same reason as `EncodeState`.
struct DecodeState {
  static let inlineMaps = 4

  private(set) var item: CBORItem
  /// The start of the value being decoded.
  var slot: Int
  /// The end of the value that was decoded last.
  var end = 0
  /// The container that was decoded last, and its end, so that the outer container need not search for it.
  var done = (start: -1, end: 0)
  /// The cursors of the open maps.
  var maps: UnsafeMutablePointer<MapCursor>
  var mapCount = 0
  var mapCapacity = inlineMaps
  /// A linked list of the states of nested decoders. Pointers instead of objects, so that this state stays plain
  /// memory.
  var branches: UnsafeMutablePointer<DecodeState>?
  /// The kept containers of a reused state.
  private(set) var containers: UnsafeMutablePointer<KeptContainers>?
  private var isBusy = false

  /// The state and its first cursors are one allocation.
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

  /// Returns the state of this thread, or a new one during a nested decoding.
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

  /// Makes a reusable state, first for this item.
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

/// The position in an open map. Members mostly appear in the order of decoding, so the next one is tried first.
struct MapCursor {
  let start: Int
  let first: Int
  let count: Int
  let isIndefinite: Bool
  /// The place of the next key, and the number of entries before it.
  var next: Int
  var passed = 0
}
