/// Reads one format from chunks of bytes.
protocol FormatReader {
  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportError)
  mutating func finish(into findings: inout Findings) throws(ImportError)
}
