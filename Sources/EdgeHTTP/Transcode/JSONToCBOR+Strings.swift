import Proto

extension JSONToCBOR {
  /// Reads a string after its opening quote, including the closing one. Returns its length in UTF-8.
  mutating func string(_ bytes: Span<UInt8>, _ writer: inout CBORWriter) throws(RequestProblem) -> Int {
    let start = position
    try passPlain(bytes)
    if bytes[position] == Bytes.quote {
      let range = start..<position
      position += 1
      bytes.extracting(range).withUnsafeBytes { writer.text($0) }
      return range.count
    }
    scratch.removeAll(keepingCapacity: true)
    scratch.append(bytes, start..<position)
    while bytes[position] != Bytes.quote {
      position += 1
      try escape(bytes)
      let plain = position
      try passPlain(bytes)
      scratch.append(bytes, plain..<position)
    }
    position += 1
    scratch.withUnsafeBytes { writer.text($0) }
    return scratch.count
  }

  /// Reads up to the next quote or backslash. Throws if there is none.
  private mutating func passPlain(_ bytes: Span<UInt8>) throws(RequestProblem) {
    while position < end {
      let byte = bytes[position]
      if byte == Bytes.quote || byte == 0x5C { return }
      guard byte >= 0x20 else { throw malformed("a string has an unescaped control character") }
      if byte < 0x80 {
        position += 1
      } else {
        let length = UTF8Sequence.length(bytes, position..<end)
        guard length > 0 else { throw malformed("a string is not UTF-8") }
        position += length
      }
    }
    throw malformed("a string is not terminated")
  }

  /// Reads an escape after its backslash.
  private mutating func escape(_ bytes: Span<UInt8>) throws(RequestProblem) {
    guard position < end else { throw malformed("a string is not terminated") }
    let byte = bytes[position]
    position += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: scratch.append(byte)
    case 0x62: scratch.append(0x08)
    case 0x66: scratch.append(0x0C)
    case 0x6E: scratch.append(0x0A)
    case 0x72: scratch.append(0x0D)
    case 0x74: scratch.append(0x09)
    case 0x75: try codePoint(bytes)
    default: throw malformed("a string has an unknown escape")
    }
  }

  private mutating func codePoint(_ bytes: Span<UInt8>) throws(RequestProblem) {
    let unit = try hexUnit(bytes)
    var scalar = unit
    if unit & 0xFC00 == 0xD800 {
      guard end - position >= 2, bytes[position] == 0x5C, bytes[position + 1] == 0x75 else {
        throw malformed("a string has an unpaired surrogate")
      }
      position += 2
      let low = try hexUnit(bytes)
      guard low & 0xFC00 == 0xDC00 else { throw malformed("a string has an unpaired surrogate") }
      scalar = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(scalar) else { throw malformed("a string has an unpaired surrogate") }
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func hexUnit(_ bytes: Span<UInt8>) throws(RequestProblem) -> UInt32 {
    guard end - position >= 4 else { throw malformed("a string is not terminated") }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Bytes.hexValue(bytes[position]) else { throw malformed("a string has an unknown escape") }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}

/// The well-formed sequences of the Unicode standard, table 3-7.
enum UTF8Sequence {
  /// Returns the length of the sequence at the start of `range`, or 0 if it is not well-formed.
  static func length(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let first = bytes[range.lowerBound]
    let length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length <= range.count else { return 0 }
    guard length > 1 else { return length }
    let second = bytes[range.lowerBound + 1]
    let allowed: ClosedRange<UInt8> =
      switch first {
      case 0xE0: 0xA0...0xBF
      case 0xED: 0x80...0x9F
      case 0xF0: 0x90...0xBF
      case 0xF4: 0x80...0x8F
      default: 0x80...0xBF
      }
    guard allowed.contains(second) else { return 0 }
    for index in 2..<max(length, 2) where bytes[range.lowerBound + index] & 0xC0 != 0x80 { return 0 }
    return length
  }

  static func isValid(_ text: [UInt8]) -> Bool {
    let bytes = text.span
    var index = 0
    while index < bytes.count {
      let length = length(bytes, index..<bytes.count)
      guard length > 0 else { return false }
      index += length
    }
    return true
  }
}
