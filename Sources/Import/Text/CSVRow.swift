/// A row of a table.
struct CSVRow {
  /// The number of its first line, starting at 1.
  private(set) var line: Int
  /// Whether a quote in it is not closed.
  var isCutOff = false
  /// Whether the table is tab-separated. Quotes around a whole cell are then removed.
  var isTabbed = false
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(line: Int) {
    self.line = line
  }

  var count: Int { ends.count }
  var byteCount: Int { bytes.count }
  var isEmpty: Bool { bytes.isEmpty && ends.isEmpty }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
  }

  mutating func endCell() {
    ends.append(bytes.count)
  }

  mutating func restart(line: Int) {
    self.line = line
    isCutOff = false
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Returns a trimmed cell, or an empty text if there is none. If `orLatin` is set, bytes that are not UTF-8 are read
  /// as Windows-1252.
  func text(_ column: Int, orLatin: Bool = false) throws(RowProblem) -> String {
    guard ends.indices.contains(column) else { return "" }
    var cell = bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
    if isTabbed, cell.count > 1, cell.first == 0x22, cell.last == 0x22 { cell = cell.dropFirst().dropLast() }
    guard let text = String(validating: cell, as: UTF8.self) else {
      guard orLatin else { throw RowProblem("not UTF-8 text; save the file as UTF-8") }
      return Texts.trimmed(String(String.UnicodeScalarView(cell.map { Self.latin($0) })))
    }
    return Texts.trimmed(text)
  }

  private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  private static func latin(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? windows[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  func isBlank(orLatin: Bool) throws(RowProblem) -> Bool {
    for column in 0..<count {
      let cell = bytes[(column == 0 ? 0 : ends[column - 1])..<ends[column]]
      if cell.isEmpty { continue }
      // Visible characters other than quotes are never removed.
      if cell.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 }) { return false }
      if try !text(column, orLatin: orLatin).isEmpty { return false }
    }
    return true
  }
}
