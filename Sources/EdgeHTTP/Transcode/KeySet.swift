import Proto

/// Detects duplicate member names. The names themselves are stored in the writer.
struct KeySet {
  private struct Key {
    var hash: UInt64
    var range: Range<Int>
  }

  private var keys: [Key] = []
  /// A random seed, so that clients cannot choose colliding names.
  private let seed = UInt64.random(in: .min ... .max)

  var count: Int { keys.count }

  mutating func removeAll(from first: Int = 0) {
    keys.removeLast(keys.count - first)
  }

  mutating func append(_ range: Range<Int>, _ writer: borrowing CBORWriter) {
    let hash = writer.withBytes { bytes in
      range.reduce(seed) { ($0 ^ UInt64(bytes[$1])) &* 0x100_0000_01B3 }
    }
    keys.append(Key(hash: hash, range: range))
  }

  /// Compares few names pairwise and sorts many first.
  mutating func areDistinct(from first: Int, _ writer: borrowing CBORWriter) -> Bool {
    let count = keys.count - first
    guard count > 1 else { return true }
    if count <= 16 {
      for left in first..<keys.count {
        for right in (left + 1)..<keys.count where isSame(keys[left], keys[right], writer) { return false }
      }
      return true
    }
    keys[first...].sort { $0.hash < $1.hash }
    // Names with equal hashes are now adjacent. Nearly always that is a single name.
    var left = first
    while left < keys.count {
      var right = left + 1
      while right < keys.count, keys[right].hash == keys[left].hash {
        if isSame(keys[left], keys[right], writer) { return false }
        right += 1
      }
      left += 1
    }
    return true
  }

  private func isSame(_ left: Key, _ right: Key, _ writer: borrowing CBORWriter) -> Bool {
    guard left.hash == right.hash, left.range.count == right.range.count else { return false }
    return writer.withBytes { $0[left.range].elementsEqual($0[right.range]) }
  }
}
