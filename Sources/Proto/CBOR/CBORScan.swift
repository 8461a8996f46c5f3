/// One pass over one item. This loop is hot: every byte from a socket goes through it twice.
struct CBORScan {
  /// An open array, map or tag.
  struct Level {
    /// Remaining items; a key and a value are two. An indefinite container starts with an even number that is larger
    /// than any possible one.
    var left: Int
    var isMap: Bool
    var isIndefinite: Bool
    /// The index of this map's first key in `keys`, and a bit per key by its hash: a key whose bit is unset is new.
    var keys: Int
    var seen: UInt64 = 0
    /// Whether some keys must be compared at the end of the map.
    var isDeferred = false

    /// A map of definite length.
    @inline(__always)
    var isStruct: Bool { isMap && !isIndefinite }
  }

  static let indefinite = 1 << 62

  static let inlineLevels = 16

  let base: UnsafeRawPointer
  let count: Int
  var offset: Int
  var top: UnsafeMutablePointer<Level>
  var outermost: UnsafeMutablePointer<Level>
  var capacity = inlineLevels
  let depth: Int
  var keys: CBORKeyStack

  /// The caller owns the memory, which has space for `inlineLevels`.
  init(
    base: UnsafeRawPointer, count: Int, offset: Int, levels: UnsafeMutablePointer<Level>, keys: CBORKeyStack, depth: Int
  ) {
    self.base = base
    self.count = count
    self.offset = offset
    self.keys = keys
    self.depth = depth
    outermost = levels
    top = levels
    top.initialize(to: Level(left: 1, isMap: false, isIndefinite: false, keys: 0))
  }

  func free() {
    keys.free()
    if capacity > CBORScan.inlineLevels { outermost.deallocate() }
  }

  /// Returns the end of the item.
  @inline(__always)
  mutating func run(isStrict: Bool) throws(CBORError) -> Int {
    while true {
      if isStrict && top.pointee.isStruct && top.pointee.left & 1 == 0 { try passPlainEntries() }
      while top.pointee.left == 0 {
        if top == outermost { return offset }
        try pop(isStrict: isStrict)
      }
      guard offset < count else { throw CBORError(.truncated, at: count) }
      let first = base.load(fromByteOffset: offset, as: UInt8.self)
      if isStrict && top.pointee.isMap && top.pointee.left & 1 == 0 && first != 0xFF { try note(keyAt: offset, first) }
      if first & 31 == 31 {
        try indefinite(first, isStrict: isStrict)
      } else {
        top.pointee.left &-= 1
        try definite(first, isStrict: isStrict)
      }
    }
  }

  @inline(__always)
  private mutating func definite(_ first: UInt8, isStrict: Bool) throws(CBORError) {
    let start = offset
    let short = first & 31
    offset &+= 1
    var argument = UInt64(short)
    if short >= 24 { argument = try wideArgument(short) }
    switch first >> 5 {
    case 0, 1: break
    case 2, 3:
      guard argument <= UInt64(count &- offset) else { throw CBORError(.truncated, at: count) }
      let length = Int(truncatingIfNeeded: argument)
      if isStrict && first >> 5 == 3 && !CBORText.isValid(base + offset, count: length) {
        throw CBORError(.invalidText, at: start)
      }
      offset &+= length
    case 4: try push(argument, isMap: false)
    case 5: try push(argument, isMap: true)
    case 6: try push(1, isMap: false)
    default: if short == 24 && argument < 32 { throw CBORError(.reservedHead, at: start) }
    }
  }

  @inline(never)
  private mutating func wideArgument(_ short: UInt8) throws(CBORError) -> UInt64 {
    guard short < 28 else { throw CBORError(.reservedHead, at: offset - 1) }
    let width = 1 << Int(short - 24)
    guard count - offset >= width else { throw CBORError(.truncated, at: count) }
    let argument = CBORItem(base).longArgument(at: offset - 1, short)
    offset += width
    return argument
  }

  @inline(__always)
  private mutating func push(_ items: UInt64, isMap: Bool) throws(CBORError) {
    // Every item has at least one byte, so a larger count is wrong.
    guard items <= UInt64(count &- offset) else { throw CBORError(.truncated, at: count) }
    let left = Int(truncatingIfNeeded: items)
    try push(Level(left: isMap ? left &* 2 : left, isMap: isMap, isIndefinite: false, keys: keys.count))
  }

  @inline(__always)
  private mutating func push(_ pushed: Level) throws(CBORError) {
    let level = top - outermost
    guard level < depth else { throw CBORError(.tooDeep, at: offset) }
    if level == capacity - 1 { growLevels() }
    top += 1
    top.initialize(to: pushed)
  }

  @inline(never)
  private mutating func growLevels() {
    let larger = UnsafeMutablePointer<Level>.allocate(capacity: capacity * 4)
    larger.moveInitialize(from: outermost, count: capacity)
    if capacity > CBORScan.inlineLevels { outermost.deallocate() }
    top = larger + (top - outermost)
    outermost = larger
    capacity *= 4
  }

  @inline(__always)
  private mutating func pop(isStrict: Bool) throws(CBORError) {
    if isStrict && top.pointee.isMap { try finishKeys() }
    top -= 1
  }

  /// A head of indefinite length, or a break.
  @inline(never)
  private mutating func indefinite(_ first: UInt8, isStrict: Bool) throws(CBORError) {
    let start = offset
    offset += 1
    switch first {
    case 0x5F, 0x7F:
      top.pointee.left -= 1
      try pieces(of: first & 0xE0, isStrict: isStrict)
    case 0x9F, 0xBF:
      top.pointee.left -= 1
      let isMap = first == 0xBF
      try push(Level(left: CBORScan.indefinite, isMap: isMap, isIndefinite: true, keys: keys.count))
    case 0xFF:
      guard top.pointee.isIndefinite, !top.pointee.isMap || top.pointee.left & 1 == 0 else {
        throw CBORError(.unexpectedBreak, at: start)
      }
      try pop(isStrict: isStrict)
    default: throw CBORError(.reservedHead, at: start)
    }
  }

  private mutating func pieces(of major: UInt8, isStrict: Bool) throws(CBORError) {
    while true {
      guard offset < count else { throw CBORError(.truncated, at: count) }
      let start = offset
      let first = base.load(fromByteOffset: offset, as: UInt8.self)
      offset += 1
      if first == 0xFF { return }
      guard first & 0xE0 == major, first & 31 != 31 else { throw CBORError(.wrongChunk, at: start) }
      let argument = first & 31 < 24 ? UInt64(first & 31) : try wideArgument(first & 31)
      guard argument <= UInt64(count - offset) else { throw CBORError(.truncated, at: count) }
      // Each chunk must be valid UTF-8 by itself.
      if isStrict, major == 0x60, !CBORText.isValid(base + offset, count: Int(argument)) {
        throw CBORError(.invalidText, at: start)
      }
      offset += Int(argument)
    }
  }
}
