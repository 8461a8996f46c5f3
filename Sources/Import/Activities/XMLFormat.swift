import Chronology

/// A format in XML. A file without the format's root element is rejected.
protocol XMLFormat: FormatReader {
  var xml: XMLReader { get }
  var hasRoot: Bool { get }
  /// The error for a file without the root element.
  static var rootError: String { get }
  /// The error if the file contains nothing to import, otherwise nil.
  var missing: String? { get }
  mutating func take(_ part: XMLEvent, _ findings: inout Findings) throws(ImportError)
  /// Adds the activity that the end of an incomplete file is in, and returns its last moment. Returns nil if it has no
  /// complete part.
  mutating func addIncomplete(_ findings: inout Findings) throws(ImportError) -> Instant?
}

extension XMLFormat {
  var missing: String? { nil }
  mutating func addIncomplete(_ findings: inout Findings) throws(ImportError) -> Instant? { nil }

  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError) {
    for part in try xml.read(bytes) { try take(part, &findings) }
  }

  mutating func finish(into findings: inout Findings) throws(ImportError) {
    for part in try xml.finish() { try take(part, &findings) }
    if let failure = xml.failure {
      let problem = "the file is incomplete or damaged from this line on: \(failure.reason)"
      let complete = findings.rucks.count
      if let end = try addIncomplete(&findings), findings.rucks.count > complete {
        return findings.note(line: failure.line, "\(problem); its last activity is imported up to \(end)")
      }
      guard !findings.rucks.isEmpty || findings.report.skipped > 0 else {
        throw ImportError("line \(failure.line): not valid XML: \(failure.reason)")
      }
      return findings.reject(.rucks, line: failure.line, problem)
    }
    guard hasRoot else { throw ImportError(Self.rootError) }
    if let missing { throw ImportError(missing) }
  }
}
