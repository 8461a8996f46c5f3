/// Keeps the containers of a reused state by key type and map index. Creating a container looks up the metadata of
/// three generic types and allocates.
struct KeptContainers {
  private struct Entry {
    /// The key type and the map index.
    var key: ObjectIdentifier
    var map: Int
    var kept: Unmanaged<KeptContainer>
  }

  private static let firstBits: UInt = 4
  private static let mostBits: UInt = 10
  /// The maximum distance of a container from its slot.
  private static let reach = 4

  private var bits = firstBits
  private var entries: UnsafeMutablePointer<Entry?>

  init() {
    entries = KeptContainers.makeEntries(bits)
  }

  func free() {
    for index in 0..<1 << bits { entries[index]?.kept.release() }
    entries.deallocate()
  }

  @inline(__always)
  func find<Key: CodingKey>(_ type: Key.Type, map: Int) -> Unmanaged<KeptContainer>? {
    let key = ObjectIdentifier(type)
    let home = place(key, map)
    for step in 0..<KeptContainers.reach {
      guard let entry = entries[(home &+ step) & (1 &<< Int(bits) &- 1)] else { return nil }
      if entry.key == key && entry.map == map { return entry.kept }
    }
    return nil
  }

  /// The table grows when containers would replace each other, up to a limit.
  @inline(never)
  mutating func keep<Key: CodingKey, Container>(_ container: Container, keyedBy type: Key.Type, map: Int) {
    let kept = Unmanaged<KeptContainer>.passRetained(KeptContainerOf(container))
    let entry = Entry(key: ObjectIdentifier(type), map: map, kept: kept)
    while !insert(entry) {
      guard bits == KeptContainers.mostBits else {
        grow()
        continue
      }
      let home = place(entry.key, map)
      entries[home]?.kept.release()
      entries[home] = entry
      return
    }
  }

  private func insert(_ entry: Entry) -> Bool {
    let home = place(entry.key, entry.map)
    for step in 0..<KeptContainers.reach where entries[(home + step) & (1 << bits - 1)] == nil {
      entries[(home + step) & (1 << bits - 1)] = entry
      return true
    }
    return false
  }

  private mutating func grow() {
    let (old, count) = (entries, 1 << bits)
    bits += 1
    entries = KeptContainers.makeEntries(bits)
    for index in 0..<count {
      // A container without a slot in the larger table is created again when needed.
      if let entry = old[index], !insert(entry) { entry.kept.release() }
    }
    old.deallocate()
  }

  private static func makeEntries(_ bits: UInt) -> UnsafeMutablePointer<Entry?> {
    let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: 1 << bits)
    entries.initialize(repeating: nil, count: 1 << bits)
    return entries
  }

  @inline(__always)
  private func place(_ key: ObjectIdentifier, _ map: Int) -> Int {
    let mix = (UInt(bitPattern: key) &+ UInt(bitPattern: map)) &* 0x9E37_79B9_7F4A_7C15
    return Int(bitPattern: mix &>> (64 &- bits))
  }
}

class KeptContainer {}

final class KeptContainerOf<Container>: KeptContainer {
  private let container: Container

  init(_ container: Container) {
    self.container = container
  }

  /// Not inlined, so that the container type comes from this object without a metadata look-up.
  @inline(never)
  func copy() -> Container { container }
}

extension Unmanaged<KeptContainer> {
  /// A state either decodes or encodes, so a key type determines the container type.
  @inline(__always)
  func container<Container>(_ type: Container.Type = Container.self) -> Container {
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: KeptContainerOf<Container>.self).copy() }
  }
}
