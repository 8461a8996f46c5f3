/// Reads one kind of file as its bytes arrive.
protocol FormatReader {
  mutating func read(_ bytes: ArraySlice<UInt8>, into findings: inout Findings) throws(ImportRefusal)
  mutating func finish(into findings: inout Findings) throws(ImportRefusal)
}
