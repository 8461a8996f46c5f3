#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The state that all containers of one encoding share. Plain memory behind a pointer: a class would cost an
/// exclusivity check and reference counting per member.
@usableFromInline
package struct EncodeState {
  @usableFromInline package var base: UnsafeMutableRawPointer
  @usableFromInline package var count = 0
  @usableFromInline var capacity: Int
  /// The start of the value being encoded.
  var slot = 0
  /// The places of the heads of the open maps, by index.
  private(set) var heads: UnsafeMutablePointer<Int>
  var headCount = 0
  private var headCapacity = inlineHeads
  /// The kept containers of a reused state.
  private(set) var containers: UnsafeMutablePointer<KeptContainers>?
  /// Whether the value being encoded is a dictionary, whose entries must be sorted.
  var isUnsorted = false
  /// Values that were written separately, and are inserted at the end.
  var splices: [Splice] = []
  /// Whether there are such values, without access to the array.
  var hasSplices = false
  /// Whether the bytes have their own allocation.
  private var ownsBytes = false

  /// The key type of dictionaries.
  var dictionaryKey: ObjectIdentifier

  static let inlineBytes = 480
  private static let inlineHeads = 8

  private init(
    base: UnsafeMutableRawPointer, heads: UnsafeMutablePointer<Int>, dictionaryKey: ObjectIdentifier
  ) {
    self.base = base
    self.heads = heads
    self.dictionaryKey = dictionaryKey
    capacity = EncodeState.inlineBytes
  }

  /// The state and its first bytes are one allocation.
  @inline(never)
  static func make(dictionaryKey: ObjectIdentifier = DictionaryKey.type) -> UnsafeMutablePointer<EncodeState> {
    let heads = MemoryLayout<EncodeState>.stride
    let bytes = heads + MemoryLayout<Int>.stride * inlineHeads
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes + inlineBytes, alignment: MemoryLayout<EncodeState>.alignment)
    let state = memory.bindMemory(to: EncodeState.self, capacity: 1)
    state.initialize(
      to: EncodeState(
        base: memory + bytes, heads: (memory + heads).bindMemory(to: Int.self, capacity: inlineHeads),
        dictionaryKey: dictionaryKey))
    return state
  }

  @inline(never)
  static func free(_ state: UnsafeMutablePointer<EncodeState>) {
    if state.pointee.ownsBytes { state.pointee.base.deallocate() }
    if state.pointee.headCapacity > inlineHeads { state.pointee.heads.deallocate() }
    if let containers = state.pointee.containers {
      containers.pointee.free()
      containers.deallocate()
    }
    state.deinitialize(count: 1)
    UnsafeMutableRawPointer(state).deallocate()
  }

  /// Keeps containers for later values from now on.
  mutating func keepContainers() {
    guard containers == nil else { return }
    let containers = UnsafeMutablePointer<KeptContainers>.allocate(capacity: 1)
    containers.initialize(to: KeptContainers())
    self.containers = containers
  }

  @inline(__always)
  mutating func push(head: Int) -> Int {
    if headCount == headCapacity { growHeads() }
    (heads + headCount).initialize(to: head)
    headCount &+= 1
    return headCount &- 1
  }

  @inline(never)
  private mutating func growHeads() {
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: headCapacity * 2)
    larger.moveInitialize(from: heads, count: headCount)
    if headCapacity > EncodeState.inlineHeads { heads.deallocate() }
    heads = larger
    headCapacity *= 2
  }

  /// Reserves `more` bytes.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if capacity &- count < more { grow(more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    memcpy(larger, base, count)
    if ownsBytes { base.deallocate() }
    base = larger
    ownsBytes = true
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ source: UnsafeRawPointer?, count length: Int) {
    reserve(length)
    if let source, length > 0 { memcpy(base + count, source, length) }
    count &+= length
  }

  /// Writes a head in its shortest form; `major` is in the upper three bits.
  @inline(__always)
  mutating func head(_ major: UInt8, _ argument: UInt64) {
    if argument < 24 {
      append(major | UInt8(truncatingIfNeeded: argument))
    } else {
      longHead(major, argument)
    }
  }

  @inline(never)
  private mutating func longHead(_ major: UInt8, _ argument: UInt64) {
    reserve(9)
    switch argument {
    case 0...0xFF: fixedHead(major | 24, UInt8(argument))
    case 0...0xFFFF: fixedHead(major | 25, UInt16(argument))
    case 0...0xFFFF_FFFF: fixedHead(major | 26, UInt32(argument))
    default: fixedHead(major | 27, argument)
    }
  }

  /// Requires nine reserved bytes.
  @inline(__always)
  mutating func fixedHead<Argument: FixedWidthInteger>(_ first: UInt8, _ argument: Argument) {
    base.storeBytes(of: first, toByteOffset: count, as: UInt8.self)
    base.storeBytes(of: argument.bigEndian, toByteOffset: count &+ 1, as: Argument.self)
    count &+= 1 &+ MemoryLayout<Argument>.size
  }

  @inline(__always)
  mutating func integer(_ value: Int64) {
    // The sign in all bits: XOR gives −1 − value for negative values.
    head(value < 0 ? 0x20 : 0, UInt64(bitPattern: value ^ (value >> 63)))
  }

  @inline(__always)
  mutating func text(_ value: String) {
    let isDone: Void? = value.utf8.withContiguousStorageIfAvailable { bytes in
      head(0x60, UInt64(bytes.count))
      append(bytes.baseAddress, count: bytes.count)
    }
    if isDone == nil { foreignText(value) }
  }

  /// Writes a string that is not stored as UTF-8.
  @inline(never)
  private mutating func foreignText(_ value: String) {
    var value = value
    value.withUTF8 { bytes in
      head(0x60, UInt64(bytes.count))
      append(bytes.baseAddress, count: bytes.count)
    }
  }
}

/// A value that is encoded after the parent has continued past its place.
final class Splice {
  var offset: Int
  let state: UnsafeMutablePointer<EncodeState>

  init(at offset: Int, dictionaryKey: ObjectIdentifier) {
    self.offset = offset
    state = EncodeState.make(dictionaryKey: dictionaryKey)
  }

  deinit {
    EncodeState.free(state)
  }
}
