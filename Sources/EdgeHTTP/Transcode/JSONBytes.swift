import Chronology

/// Values as JSON writes them, appended to bytes.
enum JSONBytes {
  static let null = [UInt8]("null".utf8)
  private static let base64 = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func append(_ value: Bool, to output: inout [UInt8]) {
    output.append(value ? "true" : "false")
  }

  static func append(_ value: UInt64, to output: inout [UInt8]) {
    if value < 10 { return output.append(UInt8(truncatingIfNeeded: value) + 0x30) }
    output.append(addingCapacity: 20) { $0.append(decimal: value) }
  }

  static func append(_ value: Int, to output: inout [UInt8]) {
    if value < 0 { output.append(0x2D) }
    append(UInt64(value.magnitude), to: &output)
  }

  /// Whole numbers up to 2⁵³ without a fraction or exponent, others in their shortest form; there is no NaN in JSON.
  static func append(_ value: Double, to output: inout [UInt8]) {
    guard value.isFinite else { return output += null }
    if value == value.rounded(), value.magnitude <= 0x1p53 { return append(Int(value), to: &output) }
    let digits = value.description.utf8
    guard let e = digits.firstIndex(of: 0x65) else { return output += digits }
    // An exponent without its plus and its zeros before the first digit.
    output += digits[...e]
    let exponent = digits[digits.index(after: e)...]
    if exponent.first == 0x2D { output.append(0x2D) }
    output += exponent.drop { !(0x31...0x39).contains($0) }
  }

  static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append(text: UnsafeRawBufferPointer($0), to: &output) }
  }

  static func append(text: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let bytes = text.assumingMemoryBound(to: UInt8.self).span
    guard var escaped = firstEscaped(bytes, from: 0) else {
      return output.append(addingCapacity: text.count + 2) { output in
        output.append(Bytes.quote)
        output.append(text)
        output.append(Bytes.quote)
      }
    }
    output.append(Bytes.quote)
    var start = 0
    while true {
      output.append(contentsOf: text[start..<escaped])
      escape(bytes[escaped], to: &output)
      start = escaped + 1
      guard let next = firstEscaped(bytes, from: start) else { break }
      escaped = next
    }
    output.append(contentsOf: text[start...])
    output.append(Bytes.quote)
  }

  @inline(__always)
  private static func firstEscaped(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    bytes.first(in: start..<bytes.count) { $0.below(0x20) | $0.equal(Bytes.quote) | $0.equal(0x5C) }
  }

  private static func escape(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(0x5C)
    switch byte {
    case 0x0A: output.append(0x6E)
    case 0x0D: output.append(0x72)
    case 0x09: output.append(0x74)
    case Bytes.quote, 0x5C: output.append(byte)
    default: output += [0x75, 0x30, 0x30, Bytes.hexDigit(byte >> 4), Bytes.hexDigit(byte & 15)]
    }
  }

  static func append(base64 bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.append(Bytes.quote)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var group: UInt32 = 0
      for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        output.append(index <= count ? base64[Int(group >> UInt32(18 - 6 * index) & 63)] : 0x3D)
      }
    }
    output.append(Bytes.quote)
  }

  /// `"2026-11-20T10:00:00Z"`.
  static func append(instant seconds: Int64, to output: inout [UInt8]) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = Int(seconds - days * 86_400)
    let (year, month, day) = Day(number: Int32(days)).civil
    output.append(addingCapacity: 22) { text in
      @inline(__always)
      func pair(_ value: Int, _ separator: UInt8) {
        let value = UInt8(truncatingIfNeeded: value)
        text.append(value / 10 + 0x30)
        text.append(value % 10 + 0x30)
        if separator != 0 { text.append(separator) }
      }
      text.append(Bytes.quote)
      pair(year / 100, 0)
      pair(year % 100, 0x2D)
      pair(month, 0x2D)
      pair(day, 0x54)
      pair(rest / 3_600, 0x3A)
      pair(rest / 60 % 60, 0x3A)
      pair(rest % 60, 0x5A)
      text.append(Bytes.quote)
    }
  }
}
