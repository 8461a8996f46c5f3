/// A format in XML. A file without the format's root element is rejected.
protocol XMLFormat: FormatReader {
  var xml: XMLReader { get }
  var hasRoot: Bool { get }
  /// The error for a file without the root element.
  static var rootError: String { get }
  /// The error if the file contains nothing to import, otherwise nil.
  var missing: String? { get }
  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportError)
}

extension XMLFormat {
  var missing: String? { nil }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    for part in try xml.read(bytes) { try take(part, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    for part in try xml.finish() { try take(part, &findings) }
    if let failure = xml.failure {
      guard !findings.rucks.isEmpty else { throw ImportError("line \(failure.line): not valid XML: \(failure.reason)") }
      findings.reject(
        .rucks, line: failure.line,
        "the file is incomplete or damaged from this line on: \(failure.reason)")
      return
    }
    guard hasRoot else { throw ImportError(Self.rootError) }
    if let missing { throw ImportError(missing) }
  }
}
