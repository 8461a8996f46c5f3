#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension DecodeState {
  /// Opens the map at `place` and returns the index of its cursor.
  mutating func openMap(at place: Int) throws -> Int {
    let head = item.byte(place)
    guard head >> 5 == 5 else { throw mismatch([String: String].self, "must be an object", at: place) }
    let first = place + item.headBytes(at: place)
    let isIndefinite = head == 0xBF
    let count = isIndefinite ? countItems(from: first) / 2 : Int(item.argument(at: place))
    let map = push(MapCursor(start: place, first: first, count: count, isIndefinite: isIndefinite, next: first))
    if count == 0 { done = (place, isIndefinite ? first + 1 : first) }
    return map
  }

  func countItems(from first: Int) -> Int {
    var count = 0
    var offset = first
    while item.byte(offset) != 0xFF {
      offset = item.end(at: offset)
      count += 1
    }
    return count
  }

  /// Returns the place of the value of a key, or −1 if there is none, and moves the cursor to the entry.
  @inline(never)
  func find(_ key: some CodingKey, in map: Int) -> Int {
    var name = key.stringValue
    return name.withUTF8 { name in
      let cursor = maps + map
      if cursor.pointee.passed < cursor.pointee.count {
        let value = match(name, at: cursor.pointee.next)
        if value >= 0 { return value }
      }
      return search(name, in: cursor)
    }
  }

  /// Returns the place of the value after the key at `offset`, or −1 if it is another key.
  @inline(__always)
  private func match(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    let head = item.byte(offset)
    if head >= 0x60 && head < 0x78 {
      guard Int(head & 31) == name.count else { return -1 }
      guard let start = name.baseAddress else { return offset &+ 1 }
      return memcmp(item.base + (offset &+ 1), start, name.count) == 0 ? offset &+ 1 &+ name.count : -1
    }
    return matchLong(name, at: offset)
  }

  @inline(never)
  private func matchLong(_ name: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int {
    guard item.byte(offset) >> 5 == 3, item.pieces(at: offset).elementsEqual(name) else { return -1 }
    return item.end(at: offset)
  }

  @inline(never)
  private func search(_ name: UnsafeBufferPointer<UInt8>, in cursor: UnsafeMutablePointer<MapCursor>) -> Int {
    var offset = cursor.pointee.next
    var passed = cursor.pointee.passed
    // Searches from the cursor to the end, then from the start to the cursor.
    for _ in 0..<cursor.pointee.count {
      if passed == cursor.pointee.count {
        offset = cursor.pointee.first
        passed = 0
      }
      let value = match(name, at: offset)
      if value >= 0 {
        cursor.pointee.next = offset
        cursor.pointee.passed = passed
        return value
      }
      offset = item.end(at: item.end(at: offset))
      passed += 1
    }
    return -1
  }

  /// Moves the cursor past the found entry, whose value ends at `end`.
  @inline(__always)
  mutating func advance(_ map: Int, to end: Int) {
    let cursor = maps + map
    cursor.pointee.next = end
    cursor.pointee.passed &+= 1
    if cursor.pointee.passed == cursor.pointee.count {
      done = (cursor.pointee.start, cursor.pointee.isIndefinite ? end &+ 1 : end)
    }
  }
}
