internal import Synchronization

/// The encoded names of a type's coding keys, with their heads.
///
/// Coding keys are nearly always enum cases without associated values, so a key is one byte in memory. Its name is
/// requested once per process instead of once per member. Like type metadata, the names are never freed.
struct KeyNames {
  typealias Name = UnsafePointer<UInt8>

  /// Keys with a larger byte, and longer names, are compared as texts.
  private static let keys = 64
  static let longest = 23
  /// Padding after each name, so that it can be copied in whole words.
  static let nameBytes = 24

  private static let known = Mutex<[ObjectIdentifier: KeyNames]>([:])

  private let slots: Slots
  private typealias Slots = UnsafeMutablePointer<Atomic<Name?>>

  private init() {
    slots = .allocate(capacity: KeyNames.keys)
    for index in 0..<KeyNames.keys { (slots + index).initialize(to: Atomic(nil)) }
  }

  /// Returns nil for a type whose keys are not one byte each.
  static func of<Key: CodingKey>(_ type: Key.Type) -> KeyNames? {
    guard MemoryLayout<Key>.size == 1 else { return nil }
    return known.withLock { known in
      if let names = known[ObjectIdentifier(type)] { return names }
      let names = KeyNames()
      known[ObjectIdentifier(type)] = names
      return names
    }
  }

  /// Returns the name of a key, or nil if it is not stored here.
  @inline(__always)
  func find<Key: CodingKey>(_ key: Key) -> Name? {
    let byte = unsafeBitCast(key, to: UInt8.self)
    guard byte < KeyNames.keys else { return nil }
    return slots[Int(byte)].load(ordering: .acquiring) ?? make(key, Int(byte))
  }

  @inline(never)
  private func make<Key: CodingKey>(_ key: Key, _ index: Int) -> Name? {
    let text = key.stringValue.utf8
    guard text.count <= KeyNames.longest else { return nil }
    let name = UnsafeMutablePointer<UInt8>.allocate(capacity: KeyNames.nameBytes)
    name.initialize(repeating: 0, count: KeyNames.nameBytes)
    name[0] = 0x60 | UInt8(text.count)
    for (place, byte) in text.enumerated() { name[1 + place] = byte }
    // If two threads register the type at once, the second uses the result of the first.
    let (isOurs, present) = slots[index].compareExchange(
      expected: nil, desired: Name(name), ordering: .acquiringAndReleasing)
    if isOurs { return Name(name) }
    name.deallocate()
    return present
  }
}

extension CBORItem {
  /// Whether the key at `offset` is this one. Reads no byte after the key.
  @inline(__always)
  func matches(_ name: KeyNames.Name, at offset: Int) -> Bool {
    guard byte(offset) == name[0] else { return false }
    let length = Int(name[0] & 31)
    let here = base + (offset &+ 1)
    let there = UnsafeRawPointer(name + 1)
    if length >= 8 {
      // Two or three overlapping words.
      if length > 16 && !CBORItem.isSame(UInt64.self, here, there, 8) { return false }
      return CBORItem.isSame(UInt64.self, here, there, 0) && CBORItem.isSame(UInt64.self, here, there, length &- 8)
    }
    if length >= 4 {
      return CBORItem.isSame(UInt32.self, here, there, 0) && CBORItem.isSame(UInt32.self, here, there, length &- 4)
    }
    for index in 0..<length where !CBORItem.isSame(UInt8.self, here, there, index) { return false }
    return true
  }

  @inline(__always)
  private static func isSame<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int
  ) -> Bool {
    left.loadUnaligned(fromByteOffset: offset, as: type) == right.loadUnaligned(fromByteOffset: offset, as: type)
  }
}

extension EncodeState {
  /// Copies more than the name; the next item overwrites the excess.
  @inline(__always)
  mutating func append(_ name: KeyNames.Name) {
    reserve(KeyNames.nameBytes)
    UnsafeMutableRawPointer(base + count).copyMemory(from: name, byteCount: KeyNames.nameBytes)
    count &+= 1 &+ Int(name[0] & 31)
  }
}
