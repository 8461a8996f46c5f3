/// A format in XML: its elements are handed on as they come, and a file without its root is none of it.
protocol XMLFormat: FormatReader {
  var xml: XMLReader { get }
  var hasRoot: Bool { get }
  /// What is reported of a file without the root.
  static var refusal: String { get }
  /// What should be in it and is not, where nothing is; nil otherwise.
  var missing: String? { get }
  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportRefusal)
}

extension XMLFormat {
  var missing: String? { nil }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal) {
    for part in try xml.read(bytes) { try take(part, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportRefusal) {
    for part in try xml.finish() { try take(part, &findings) }
    if let failure = xml.failure {
      guard !findings.rucks.isEmpty else { throw ImportRefusal("line \(failure.line) of the XML: \(failure.reason)") }
      findings.reject(
        .rucks, line: failure.line,
        "the file is cut off or damaged here, and the rest cannot be read: \(failure.reason)")
      return
    }
    guard hasRoot else { throw ImportRefusal(Self.refusal) }
    if let missing { throw ImportRefusal(missing) }
  }
}
