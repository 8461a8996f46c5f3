/// Sets the properties of the response to the current request.
extension ResponseWriter.Frame {
  mutating func begin(_ head: RequestHead) {
    isHead = head.verb == .head
    keepsAlive = head.keepsAlive
    isHTTP11 = head.isHTTP11
  }

  mutating func close() { keepsAlive = false }
  mutating func beginStream() { isStreamed = true }
  mutating func endStream() { isStreamed = false }

  mutating func copyRequestID(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    requestID.removeAll(keepingCapacity: true)
    requestID.append(bytes, range)
  }

  mutating func makeRequestID(_ ids: inout RequestIDs) { ids.next(&requestID) }
  mutating func setOriginFields(_ fields: [UInt8]) { originFields = fields }
  mutating func addFields(_ fields: [UInt8]) { originFields += fields }

  mutating func trim() {
    if originFields.count > Limits.keptHeadBytes { originFields = [] }
  }
}

extension RequestParser {
  mutating func setPath(_ path: Range<Int>) { head.path = path }
}
