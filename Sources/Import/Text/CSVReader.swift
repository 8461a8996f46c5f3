/// Parses the rows of a table from chunks of bytes (RFC 4180, tolerant of common deviations).
struct CSVReader {
  private enum State { case cellStart, plain, quoted, quoteWithin }

  private static let quote: UInt8 = 0x22
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  private static let tab: UInt8 = 0x09
  private static let separators: [UInt8] = [0x2C, 0x3B, tab]

  /// Nil until the first line is read.
  private var separator: UInt8?
  private var state = State.cellStart
  private var hasBegun = false
  private var firstLine: [UInt8] = []
  private var row: CSVRow
  private var lineNumber = 1
  /// The bytes of the current row, to continue after its first line if a quote is not closed.
  private var raw: [UInt8] = []
  private var openQuotes = 0
  /// Whether the last byte was a carriage return, so that a line feed does not end another line.
  private var isAfterReturn = false

  /// If `separator` is nil, the most frequent one in the first line is used.
  init(separator: UInt8? = nil) {
    self.separator = separator
    row = CSVRow(line: 1)
  }

  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ each: (CSVRow) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard hasBegun else {
      firstLine += bytes
      if firstLine.count > ImportLimits.rowBytes || bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        try begin(each)
      }
      return
    }
    for byte in bytes { try take(byte, each) }
  }

  mutating func finish(_ each: (CSVRow) throws(ImportError) -> Void) throws(ImportError) {
    if !hasBegun { try begin(each) }
    while state == .quoted, try recoverFromOpenQuote(each) {}
    if state == .quoted { row.isCutOff = true }
    if !row.isEmpty || state != .cellStart { try endRow(each) }
  }

  /// Detects the encoding and the separator from the first bytes, and reads these bytes.
  private mutating func begin(_ each: (CSVRow) throws(ImportError) -> Void) throws(ImportError) {
    var kept = firstLine[...]
    firstLine = []
    hasBegun = true
    if kept.starts(with: [0xEF, 0xBB, 0xBF]) { kept = kept.dropFirst(3) }
    var line = kept.prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
    // A spreadsheet may name the separator on a separate first line.
    if line.count == 5, line.starts(with: Array("sep=".utf8)), let mark = line.last, Self.separators.contains(mark) {
      separator = mark
      kept = kept[line.endIndex...]
      line = []
    }
    if kept.starts(with: [0xFF, 0xFE]) || kept.starts(with: [0xFE, 0xFF]) || line.contains(0) {
      throw ImportError("not UTF-8 text; save the file as UTF-8")
    }
    if separator == nil {
      let counts = Self.separators.map { mark in line.count { $0 == mark } }
      let most = counts.max() ?? 0
      separator = Self.separators[counts.firstIndex(of: most) ?? 0]
    }
    row.isTabbed = separator == Self.tab
    for byte in kept { try take(byte, each) }
  }

  /// Rejects the first line of a row with an unclosed quote and reads the following lines again. Returns false if it
  /// was the last line, or if there were too many such lines.
  private mutating func recoverFromOpenQuote(
    _ each: (CSVRow) throws(ImportError) -> Void
  ) throws(ImportError) -> Bool {
    guard openQuotes < ImportLimits.openQuotes, let end = raw.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return false
    }
    openQuotes += 1
    var rest = raw[(end + 1)...]
    if raw[end] == Self.carriageReturn, rest.first == Self.lineFeed { rest = rest.dropFirst() }
    lineNumber = row.line
    row.isCutOff = true
    try endRow(each)
    lineNumber += 1
    row.restart(line: lineNumber)
    raw = []
    for byte in rest { try take(byte, each) }
    return true
  }

  private mutating func take(
    _ byte: UInt8, _ each: (CSVRow) throws(ImportError) -> Void
  ) throws(ImportError) {
    if isAfterReturn {
      isAfterReturn = false
      if byte == Self.lineFeed { return }
    }
    let endsLine = byte == Self.lineFeed || byte == Self.carriageReturn
    if endsLine, state != .quoted {
      isAfterReturn = byte == Self.carriageReturn
      if state != .cellStart || !row.isEmpty { try endRow(each) }
      lineNumber += 1
      row.restart(line: lineNumber)
      raw.removeAll(keepingCapacity: true)
      state = .cellStart
      return
    }
    raw.append(byte)
    switch state {
    // In a tab-separated table a quote is an ordinary character, for example at the start of a review.
    case .cellStart where byte == Self.quote && separator != Self.tab: state = .quoted
    case .cellStart, .plain:
      if byte == separator { try endCell() } else { append(byte) }
    case .quoted:
      if byte == Self.quote { state = .quoteWithin } else { append(byte, as: .quoted) }
      if byte == Self.lineFeed { lineNumber += 1 }
    case .quoteWithin:
      if byte == Self.quote {
        append(byte, as: .quoted)
      } else if byte == separator {
        try endCell()
      } else {
        // A quote within a text that was not doubled.
        append(byte)
      }
    }
    guard row.byteCount <= ImportLimits.rowBytes else {
      if state == .quoted, try recoverFromOpenQuote(each) { return }
      throw ImportError("line \(row.line): longer than \(ImportLimits.rowBytes >> 20) MiB; choose a CSV file")
    }
  }

  private mutating func append(_ byte: UInt8, as next: State = .plain) {
    row.append(byte)
    state = next
  }

  private mutating func endCell() throws(ImportError) {
    row.endCell()
    state = .cellStart
    guard row.count <= ImportLimits.columns else {
      throw ImportError("line \(row.line): more than \(ImportLimits.columns) columns; choose a CSV file")
    }
  }

  private mutating func endRow(_ each: (CSVRow) throws(ImportError) -> Void) throws(ImportError) {
    row.endCell()
    state = .cellStart
    try each(row)
    row.restart(line: lineNumber)
  }
}
