/// Containers of a state that is used again: for the same keys at the same place among its maps, the container is the
/// same. Making one anew looks up the metadata of three generic types, and allocates.
struct KeptContainers {
  private struct Entry {
    /// The type of the keys, and the map's number.
    var key: ObjectIdentifier
    var map: Int
    var kept: Unmanaged<KeptContainer>
  }

  private static let bits = 6

  private let entries: UnsafeMutablePointer<Entry?>

  init() {
    entries = .allocate(capacity: 1 << KeptContainers.bits)
    entries.initialize(repeating: nil, count: 1 << KeptContainers.bits)
  }

  func free() {
    for index in 0..<1 << KeptContainers.bits { entries[index]?.kept.release() }
    entries.deallocate()
  }

  @inline(__always)
  func find<Key: CodingKey, Container>(_ type: Key.Type, map: Int, as container: Container.Type) -> Container? {
    guard let entry = entries[place(ObjectIdentifier(type), map)], entry.key == ObjectIdentifier(type), entry.map == map
    else { return nil }
    // A state is for decoding or for encoding, so under the same type of keys there is the same type of container.
    return entry.kept._withUnsafeGuaranteedRef { unsafeDowncast($0, to: KeptContainerOf<Container>.self).container }
  }

  @inline(never)
  func keep<Key: CodingKey, Container>(_ container: Container, keyedBy type: Key.Type, map: Int) {
    let key = ObjectIdentifier(type)
    let place = place(key, map)
    entries[place]?.kept.release()
    let kept = Unmanaged<KeptContainer>.passRetained(KeptContainerOf(container))
    entries[place] = Entry(key: key, map: map, kept: kept)
  }

  @inline(__always)
  private func place(_ key: ObjectIdentifier, _ map: Int) -> Int {
    let mix = (UInt(bitPattern: key) &+ UInt(bitPattern: map)) &* 0x9E37_79B9_7F4A_7C15
    return Int(bitPattern: mix &>> (64 - UInt(KeptContainers.bits)))
  }
}

private class KeptContainer {}

private final class KeptContainerOf<Container>: KeptContainer {
  let container: Container

  init(_ container: Container) {
    self.container = container
  }
}
