extension CBORDecoder {
  /// Reads values that stand one behind the other, and hands each to `body`.
  public static func decodeEach<Value: Decodable>(
    _ type: Value.Type = Value.self, in bytes: [UInt8], _ body: (Value) throws -> Void
  ) throws {
    try bytes.withUnsafeBytes { bytes in
      var start = 0
      while start < bytes.count {
        let end: Int
        do throws(CBORError) {
          end = try CBORCheck.validEnd(ofItemAt: start, in: bytes)
        } catch {
          throw error.fault(in: bytes)
        }
        try body(try decodeChecked(type, from: UnsafeRawBufferPointer(rebasing: bytes[start..<end])))
        start = end
      }
    }
  }
}
