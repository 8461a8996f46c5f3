/// Finds the parts of JSON text without building values, so that a large text can be read part by part.
enum JSONScan {
  /// Returns the members of the object that the whole text is, or nil if the text is not one.
  static func object(_ bytes: [UInt8], depthLimit: Int) -> [(name: Range<Int>, value: Range<Int>)]? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    return bytes.withUnsafeBufferPointer { text in
      var scanner = JSONScanner(bytes: text, depthLimit: depthLimit)
      return scanner.members()
    }
  }

  /// Returns the items of the list that `range` of the text is, or that the whole text is; nil if it is not one. The
  /// number of items is at most one more than `limit`.
  static func list(_ bytes: [UInt8], in range: Range<Int>? = nil, depthLimit: Int, limit: Int) -> [Range<Int>]? {
    guard range != nil || String(validating: bytes, as: UTF8.self) != nil else { return nil }
    return bytes.withUnsafeBufferPointer { text in
      let part = range.map { UnsafeBufferPointer(rebasing: text[$0]) } ?? text
      var scanner = JSONScanner(bytes: part, depthLimit: depthLimit)
      let start = range?.lowerBound ?? 0
      return scanner.items(limit: limit)?.map { ($0.lowerBound + start)..<($0.upperBound + start) }
    }
  }
}

private struct JSONScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let depthLimit: Int
  private var place = 0

  init(bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) {
    self.bytes = bytes
    self.depthLimit = depthLimit
  }

  mutating func members() -> [(name: Range<Int>, value: Range<Int>)]? {
    guard take(0x7B) else { return nil }
    var members: [(name: Range<Int>, value: Range<Int>)] = []
    if !take(0x7D) {
      repeat {
        guard let name = string(), take(0x3A), let value = value(depth: 1) else { return nil }
        members.append((name, value))
        // Objects that are read this way have few members.
        guard members.count <= 1_000 else { return nil }
      } while take(0x2C)
      guard take(0x7D) else { return nil }
    }
    return isAtEnd() ? members : nil
  }

  mutating func items(limit: Int) -> [Range<Int>]? {
    guard take(0x5B) else { return nil }
    var items: [Range<Int>] = []
    if !take(0x5D) {
      repeat {
        guard let item = value(depth: 1) else { return nil }
        items.append(item)
        if items.count > limit { return items }
      } while take(0x2C)
      guard take(0x5D) else { return nil }
    }
    return isAtEnd() ? items : nil
  }

  private mutating func isAtEnd() -> Bool {
    skipSpace()
    return place == bytes.count
  }

  private mutating func skipSpace() {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func string() -> Range<Int>? {
    guard take(0x22) else { return nil }
    let start = place - 1
    while place < bytes.count {
      switch bytes[place] {
      case 0x22:
        place += 1
        return start..<place
      case 0x5C: place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Skips a value. Words and numbers are checked when the value is parsed.
  private mutating func value(depth: Int) -> Range<Int>? {
    skipSpace()
    guard depth < depthLimit, place < bytes.count else { return nil }
    let start = place
    switch bytes[place] {
    case 0x22: return string()
    case 0x7B:
      place += 1
      if !take(0x7D) {
        repeat {
          guard string() != nil, take(0x3A), value(depth: depth + 1) != nil else { return nil }
        } while take(0x2C)
        guard take(0x7D) else { return nil }
      }
    case 0x5B:
      place += 1
      if !take(0x5D) {
        repeat {
          guard value(depth: depth + 1) != nil else { return nil }
        } while take(0x2C)
        guard take(0x5D) else { return nil }
      }
    default:
      while place < bytes.count, isPlain(bytes[place]) { place += 1 }
      guard place > start else { return nil }
    }
    return start..<place
  }

  /// Whether the byte may be part of a number, `true`, `false` or `null`.
  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
