import Chronology

/// Reads a GPX, TCX or FIT file, which it recognises by its first bytes.
struct ActivityFile: FormatReader {
  /// The bytes in which a root element is expected, after comments.
  private static let headBytes = 4 << 10

  private let options: ActivityOptions
  private let calendar: LocalCalendar
  private var head: [UInt8] = []
  private var reader: (any FormatReader)?

  init(_ options: ActivityOptions, _ calendar: LocalCalendar) {
    self.options = options
    self.calendar = calendar
  }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    if reader != nil { return try reader?.read(bytes, into: &findings) ?? () }
    head += bytes
    if head.count >= Self.headBytes { try begin(&findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    if reader == nil { try begin(&findings) }
    try reader?.finish(into: &findings)
  }

  private mutating func begin(_ findings: inout Findings) throws(ImportError) {
    reader = try chosen(by: head.prefix(Self.headBytes))
    try reader?.read(head[...], into: &findings)
    head = []
  }

  private func chosen(by head: ArraySlice<UInt8>) throws(ImportError) -> any FormatReader {
    if head.dropFirst(8).starts(with: Array(".FIT".utf8)) { return FIT(options) }
    if String(decoding: head, as: UTF8.self).contains("<TrainingCenterDatabase") { return try TCX(options, calendar) }
    // The first byte of XML, after a mark or spaces.
    let isText = head.first { ![0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D].contains($0) } == 0x3C
    guard isText else { throw ImportError("not a GPX, TCX or FIT file") }
    return try GPX(options, calendar)
  }
}
