/// A message of a FIT file: its number and its fields by number. Fields without a value are left out.
struct FITMessage: Hashable {
  var number: Int
  /// The number of the file within a chain of files, starting at 1.
  var file: Int
  var fields: [Int: Double] = [:]
}

/// Parses the messages of FIT files from chunks of bytes. Several files may follow one another.
struct FITReader {
  private struct Field {
    var number: Int
    var size: Int
    var type: Int
  }

  private struct Definition {
    var message: Int
    var isBigEndian: Bool
    var fields: [Field]
    var developerBytes: Int

    var byteCount: Int { fields.reduce(developerBytes) { $0 + $1.size } }
  }

  private static let timestamp = 253
  /// The sizes of the base types by number.
  private static let sizes = [
    0: 1, 1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 8: 4, 9: 8, 10: 1, 11: 2, 12: 4, 13: 1, 14: 8, 15: 8, 16: 8,
  ]
  /// The header has four bytes for the length.
  private static let longestFile = 1 << 32
  private static let largestWhole = 9_007_199_254_740_992.0

  /// The numbers of the messages to return, or empty for all.
  var wanted: Set<Int> = []
  private var bytes: [UInt8] = []
  private var place = 0
  /// The remaining data bytes according to the header, or nil before a header.
  private var left: Int?
  private var definitions: [Int: Definition] = [:]
  private(set) var lastTime = 0
  private var fileCount = 0
  /// Whether reading has stopped after the last file or at damaged bytes.
  private var isOver = false

  mutating func read(
    _ more: ArraySlice<UInt8>, _ each: (FITMessage) throws(ImportError) -> Void
  ) throws(ImportError) {
    if isOver { return }
    bytes.removeFirst(place)
    place = 0
    bytes += more
    while try step(each) {}
  }

  /// Whether the last file is shorter than its header declares.
  var isIncomplete: Bool { left.map { (1...Self.longestFile).contains($0) } ?? false }

  /// Accepts an incomplete file, because some devices stop in the middle.
  func finish() throws(ImportError) {
    guard fileCount > 0 else { throw ImportError("not a FIT file: the header is missing") }
  }

  private var available: Int { bytes.count - place }

  /// Returns false if more bytes are needed.
  private mutating func step(
    _ each: (FITMessage) throws(ImportError) -> Void
  ) throws(ImportError) -> Bool {
    guard let left else { return try readHeader() }
    guard left > 0 else {
      // Skips the checksum: many devices write 0 or a wrong one.
      guard available >= 2 else { return false }
      place += 2
      self.left = nil
      return true
    }
    guard available >= 1 else { return false }
    let head = Int(bytes[place])
    if head & 0x80 != 0 {
      return try readData(local: head >> 5 & 3, timeOffset: head & 31, each)
    }
    return head & 0x40 != 0 ? readDefinition(head) : try readData(local: head & 15, timeOffset: nil, each)
  }

  private mutating func readHeader() throws(ImportError) -> Bool {
    guard available >= 12 else { return false }
    let size = Int(bytes[place])
    guard size == 12 || size == 14, bytes[(place + 8)..<(place + 12)].elementsEqual(Array(".FIT".utf8)) else {
      // Bytes after the last file are ignored.
      guard fileCount > 0 else { throw ImportError("not a FIT file: the header is missing") }
      isOver = true
      return false
    }
    guard available >= size else { return false }
    let promised = integer(at: place + 4, 4, isBigEndian: false)
    // 0: the device was switched off before it wrote the length.
    left = promised == 0 ? .max : promised
    place += size
    definitions = [:]
    fileCount += 1
    return true
  }

  private mutating func readDefinition(_ head: Int) -> Bool {
    guard available >= 6 else { return false }
    let fieldCount = Int(bytes[place + 5])
    var size = 6 + fieldCount * 3
    let hasDeveloperFields = head & 0x20 != 0
    guard available >= size + (hasDeveloperFields ? 1 : 0) else { return false }
    let isBigEndian = bytes[place + 2] == 1
    var definition = Definition(
      message: integer(at: place + 3, 2, isBigEndian: isBigEndian), isBigEndian: isBigEndian, fields: [],
      developerBytes: 0)
    for index in 0..<fieldCount {
      let field = place + 6 + index * 3
      definition.fields.append(
        Field(number: Int(bytes[field]), size: Int(bytes[field + 1]), type: Int(bytes[field + 2])))
    }
    if hasDeveloperFields {
      let developerCount = Int(bytes[place + size])
      guard available >= size + 1 + developerCount * 3 else { return false }
      for index in 0..<developerCount { definition.developerBytes += Int(bytes[place + size + 2 + index * 3]) }
      size += 1 + developerCount * 3
    }
    definitions[head & 15] = definition
    return take(size)
  }

  private mutating func readData(
    local: Int, timeOffset: Int?, _ each: (FITMessage) throws(ImportError) -> Void
  ) throws(ImportError) -> Bool {
    guard let definition = definitions[local] else {
      // The file is damaged or its length is missing: the messages so far are kept.
      isOver = true
      return false
    }
    guard available >= 1 + definition.byteCount else { return false }
    var message = FITMessage(number: definition.message, file: fileCount)
    var start = place + 1
    for field in definition.fields {
      if let value = value(of: field, at: start, definition.isBigEndian) { message.fields[field.number] = value }
      start += field.size
    }
    if let time = message.fields[Self.timestamp] {
      lastTime = Int(time)
    } else if let timeOffset {
      // The five low bits of the time. The others are those of the last time, plus one after an overflow.
      lastTime += (timeOffset - lastTime & 31 + 32) & 31
      message.fields[Self.timestamp] = Double(lastTime)
    }
    guard take(1 + definition.byteCount) else { return false }
    if wanted.isEmpty || wanted.contains(message.number) { try each(message) }
    return true
  }

  /// Consumes the bytes of a record, or stops if they exceed the length in the header.
  private mutating func take(_ count: Int) -> Bool {
    guard let left, count <= left else {
      isOver = true
      return false
    }
    place += count
    self.left = left - count
    return true
  }

  /// Returns nil if there is no value or its magnitude is implausible.
  private func value(of field: Field, at start: Int, _ isBigEndian: Bool) -> Double? {
    number(of: field, at: start, isBigEndian).flatMap { abs($0) < Self.largestWhole ? $0 : nil }
  }

  /// Returns nil for the sentinel of a missing value, for arrays and for texts.
  private func number(of field: Field, at start: Int, _ isBigEndian: Bool) -> Double? {
    let type = field.type & 31
    guard let size = Self.sizes[type], size == field.size else { return nil }
    let raw = unsigned(at: start, size, isBigEndian)
    switch type {
    case 8:
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
    case 9:
      return Double(bitPattern: raw)
    case 1, 3, 5, 14:
      let shift = UInt64(64 - size * 8)
      let value = Int64(bitPattern: raw << shift) >> Int64(shift)
      return value == Int64.max >> Int64(shift) ? nil : Double(value)
    case 10, 11, 12, 16: return raw == 0 ? nil : Double(raw)
    default: return raw == UInt64.max >> UInt64(64 - size * 8) ? nil : Double(raw)
    }
  }

  private func integer(at start: Int, _ size: Int, isBigEndian: Bool) -> Int {
    Int(clamping: unsigned(at: start, size, isBigEndian))
  }

  private func unsigned(at start: Int, _ size: Int, _ isBigEndian: Bool) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<size { value = value << 8 | UInt64(bytes[start + (isBigEndian ? index : size - 1 - index)]) }
    return value
  }
}
