/// The code of a Swift source without comments and literal text; interpolated code stays.
struct SwiftCode {
  private let bytes: [UInt8]
  private var index = 0
  private var code: [UInt8] = []

  static func of(_ text: String) -> String {
    var scan = SwiftCode(bytes: Array(text.utf8))
    scan.copy(isInterpolated: false)
    return String(decoding: scan.code, as: UTF8.self)
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func starts(with text: StaticString) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  /// Copies up to the end, or to the parenthesis that ends an interpolation.
  private mutating func copy(isInterpolated: Bool) {
    var depth = 0
    while index < bytes.count {
      if starts(with: "//") {
        skip(to: "\n")
      } else if starts(with: "/*") {
        skip(to: "*/")
      } else if let hashes = hashesOfLiteral {
        skipLiteral(hashes)
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        if isInterpolated && depth < 0 { return index += 1 }
        code.append(bytes[index])
        index += 1
      }
    }
  }

  private mutating func skip(to end: StaticString) {
    while index < bytes.count && !starts(with: end) { index += 1 }
  }

  /// The number of `#` before the quotation marks that start here; nil if no literal starts here.
  private var hashesOfLiteral: Int? {
    var end = index
    while end < bytes.count && bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
  }

  private func follow(_ hashes: Int, at start: Int) -> Bool {
    start + hashes <= bytes.count && bytes[start..<start + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func skipLiteral(_ hashes: Int) {
    index += hashes
    let quotes = starts(with: "\"\"\"") ? 3 : 1
    index += quotes
    while index < bytes.count {
      let isEnd = quotes == 3 ? starts(with: "\"\"\"") : bytes[index] == UInt8(ascii: "\"")
      if isEnd && follow(hashes, at: index + quotes) { return index += quotes + hashes }
      if bytes[index] == UInt8(ascii: "\\") && follow(hashes, at: index + 1) {
        index += 1 + hashes
        guard index < bytes.count else { return }
        let isCode = bytes[index] == UInt8(ascii: "(")
        index += 1
        // Separates interpolated words.
        code.append(UInt8(ascii: " "))
        if isCode { copy(isInterpolated: true) }
        continue
      }
      if bytes[index] == UInt8(ascii: "\n") { code.append(bytes[index]) }
      index += 1
    }
  }
}
