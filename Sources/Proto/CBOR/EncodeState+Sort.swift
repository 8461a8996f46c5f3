#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension EncodeState {
  /// Sorts the entries of the map that was just written by their encoded keys, so that equal dictionaries give equal
  /// bytes.
  @inline(never)
  mutating func sortEntries() {
    if hasSplices { insertSplices(from: slot) }
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    let first = slot + CBORItem(base).headBytes(at: slot)
    var entries: [(key: Range<Int>, end: Int)] = []
    var offset = first
    while offset < count {
      let value = CBORItem(base).end(at: offset)
      let end = CBORItem(base).end(at: value)
      entries.append((offset..<value, end))
      offset = end
    }
    entries.sort { left, right in
      bytes[left.key].lexicographicallyPrecedes(bytes[right.key])
    }
    var sorted: [UInt8] = []
    sorted.reserveCapacity(count - first)
    for entry in entries { sorted.append(contentsOf: bytes[entry.key.lowerBound..<entry.end]) }
    UnsafeMutableRawBufferPointer(start: base + first, count: sorted.count).copyBytes(from: sorted)
  }

  /// Inserts the values that were written separately, from `start` on.
  mutating func insertSplices(from start: Int) {
    // From the back, so that earlier offsets stay valid.
    while let splice = splices.last, splice.offset >= start {
      splices.removeLast()
      let child = splice.state
      if child.pointee.hasSplices { child.pointee.insertSplices(from: 0) }
      child.pointee.finishValue()
      let length = child.pointee.count
      reserve(length)
      let place = base + splice.offset
      memmove(place + length, place, count - splice.offset)
      memcpy(place, child.pointee.base, length)
      count += length
    }
    hasSplices = !splices.isEmpty
  }
}
