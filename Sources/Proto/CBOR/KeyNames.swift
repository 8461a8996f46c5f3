internal import Synchronization

/// The names of a type's keys as they stand on the wire, the head before them.
///
/// The keys of a struct are nearly always an enum's cases without values, so a key is one byte in memory, and the same
/// byte is the same key: its name is asked for once in the life of the process, and not for each member of each value.
/// Like the metadata of the type that they belong to, the names are never freed.
struct KeyNames {
  typealias Name = UnsafePointer<UInt8>

  /// Keys with a greater byte, and longer names, are compared as texts.
  private static let keys = 64
  static let longest = 23
  /// Memory behind each name, so that it is copied in whole words whatever its length.
  static let nameBytes = 24

  private static let known = Mutex<[ObjectIdentifier: KeyNames]>([:])

  private let slots: Slots
  private typealias Slots = UnsafeMutablePointer<Atomic<Name?>>

  private init() {
    slots = .allocate(capacity: KeyNames.keys)
    for index in 0..<KeyNames.keys { (slots + index).initialize(to: Atomic(nil)) }
  }

  /// Nil for a type whose keys are not one byte each.
  static func of<Key: CodingKey>(_ type: Key.Type) -> KeyNames? {
    guard MemoryLayout<Key>.size == 1 else { return nil }
    return known.withLock { known in
      if let names = known[ObjectIdentifier(type)] { return names }
      let names = KeyNames()
      known[ObjectIdentifier(type)] = names
      return names
    }
  }

  /// The name of a key of the type that these were made for; nil if it has none here.
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
    // Two threads may come here at once: the second takes what the first has left.
    let (isOurs, present) = slots[index].compareExchange(
      expected: nil, desired: Name(name), ordering: .acquiringAndReleasing)
    if isOurs { return Name(name) }
    name.deallocate()
    return present
  }
}

extension CBORItem {
  /// Whether the key at `offset` is this one. Of well-formed items no byte is read that is not the key's.
  @inline(__always)
  func matches(_ name: KeyNames.Name, at offset: Int) -> Bool {
    guard byte(offset) == name[0] else { return false }
    let length = Int(name[0] & 31)
    let here = base + (offset &+ 1)
    let there = UnsafeRawPointer(name + 1)
    if length >= 8 {
      // Two words, or three, that overlap.
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
  /// Copies more than the name, which what comes next is written over.
  @inline(__always)
  mutating func append(_ name: KeyNames.Name) {
    reserve(KeyNames.nameBytes)
    UnsafeMutableRawPointer(base + count).copyMemory(from: name, byteCount: KeyNames.nameBytes)
    count &+= 1 &+ Int(name[0] & 31)
  }
}
