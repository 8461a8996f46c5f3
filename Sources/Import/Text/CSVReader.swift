/// Takes the bytes of a table as they come and gives its rows (RFC 4180, with the liberties that real files take).
struct CSVReader {
  private enum State { case cellStart, plain, quoted, quoteWithin }

  private static let quote: UInt8 = 0x22
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  private static let tab: UInt8 = 0x09
  private static let separators: [UInt8] = [0x2C, 0x3B, tab]

  /// Nil until the first line has been seen.
  private var separator: UInt8?
  private var state = State.cellStart
  private var hasBegun = false
  private var firstLine: [UInt8] = []
  private var row: CSVRow
  private var lineNumber = 1
  /// The row as it stands in the file, to go on behind its first line where a quote in it never ends.
  private var raw: [UInt8] = []
  private var openQuotes = 0
  /// Whether a carriage return came last: a line feed after it ends no second line.
  private var isAfterReturn = false

  /// Without a separator it is the one that the first line has most of.
  init(separator: UInt8? = nil) {
    self.separator = separator
    row = CSVRow(line: 1)
  }

  mutating func read(
    _ bytes: ArraySlice<UInt8>, _ each: (CSVRow) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
    guard hasBegun else {
      firstLine += bytes
      if firstLine.count > ImportLimits.rowBytes || bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        try begin(each)
      }
      return
    }
    for byte in bytes { try take(byte, each) }
  }

  mutating func finish(_ each: (CSVRow) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
    if !hasBegun { try begin(each) }
    while state == .quoted, try goesOnBehindLine(each) {}
    if state == .quoted { row.isCutOff = true }
    if !row.isEmpty || state != .cellStart { try endRow(each) }
  }

  /// Decides by how the file begins, and reads what was kept of it.
  private mutating func begin(_ each: (CSVRow) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
    var kept = firstLine[...]
    firstLine = []
    hasBegun = true
    if kept.starts(with: [0xEF, 0xBB, 0xBF]) { kept = kept.dropFirst(3) }
    var line = kept.prefix { $0 != Self.lineFeed && $0 != Self.carriageReturn }
    // A spreadsheet may name the separator on a line of its own.
    if line.count == 5, line.starts(with: Array("sep=".utf8)), let mark = line.last, Self.separators.contains(mark) {
      separator = mark
      kept = kept[line.endIndex...]
      line = []
    }
    if kept.starts(with: [0xFF, 0xFE]) || kept.starts(with: [0xFE, 0xFF]) || line.contains(0) {
      throw ImportRefusal("this is no text in UTF-8 (it looks like UTF-16 or no text at all): save it as UTF-8")
    }
    if separator == nil {
      let counts = Self.separators.map { mark in line.count { $0 == mark } }
      let most = counts.max() ?? 0
      separator = Self.separators[counts.firstIndex(of: most) ?? 0]
    }
    row.isTabbed = separator == Self.tab
    for byte in kept { try take(byte, each) }
  }

  /// Rejects the line with a quote that does not end, and reads what it took along as rows again. False where that was
  /// the last line, or there have been too many: then the file is none of rows.
  private mutating func goesOnBehindLine(
    _ each: (CSVRow) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) -> Bool {
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
    _ byte: UInt8, _ each: (CSVRow) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
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
    // In a table with tabs a quote is a letter: a review that begins with one would take all the rest along.
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
        // A quote in the middle of a text that was not doubled.
        append(byte)
      }
    }
    guard row.byteCount <= ImportLimits.rowBytes else {
      if state == .quoted, try goesOnBehindLine(each) { return }
      throw ImportRefusal("line \(row.line) is longer than \(ImportLimits.rowBytes >> 20) MiB: this is no such table")
    }
  }

  private mutating func append(_ byte: UInt8, as next: State = .plain) {
    row.append(byte)
    state = next
  }

  private mutating func endCell() throws(ImportRefusal) {
    row.endCell()
    state = .cellStart
    guard row.count <= ImportLimits.columns else {
      throw ImportRefusal("line \(row.line) has more than \(ImportLimits.columns) columns: this is no such table")
    }
  }

  private mutating func endRow(_ each: (CSVRow) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
    row.endCell()
    state = .cellStart
    try each(row)
    row.restart(line: lineNumber)
  }
}
