/// Encodes Codable values as CBOR in preferred serialisation: structs as maps with text keys, nil as null, dictionaries
/// in the order of their encoded keys.
public enum CBOREncoder {
  public static func encode<Value: Encodable>(_ value: Value) throws(Fault) -> [UInt8] {
    let state = EncodeState.make()
    defer { EncodeState.free(state) }
    try encode(value, into: state)
    return [UInt8](UnsafeRawBufferPointer(start: state.pointee.base, count: state.pointee.count))
  }

  /// Appends the value. If it cannot be encoded, `writer` is unchanged.
  public static func encode<Value: Encodable>(_ value: Value, into writer: inout CBORWriter) throws(Fault) {
    try encode(value, into: writer.state)
  }

  @inline(__always)
  private static func encode<Value: Encodable>(
    _ value: Value, into state: UnsafeMutablePointer<EncodeState>
  ) throws(Fault) {
    let start = state.pointee.count
    do {
      try state.encode(value)
    } catch {
      throw fault(error, takingBack: state, to: start)
    }
    if state.pointee.hasSplices { state.pointee.insertSplices(from: start) }
  }

  @inline(never)
  private static func fault(
    _ error: any Error, takingBack state: UnsafeMutablePointer<EncodeState>, to start: Int
  ) -> Fault {
    state.pointee.count = start
    state.pointee.headCount = 0
    state.pointee.splices = []
    state.pointee.hasSplices = false
    return error as? Fault ?? Fault(.internal, "a value cannot be encoded: \(error)")
  }
}
