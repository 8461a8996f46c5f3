/// Writes Codable values as CBOR in preferred serialisation: structs as maps with text keys, nil as null, dictionaries in the
/// order of their encoded keys.
public enum CBOREncoder {
  public static func encode<Value: Encodable>(_ value: Value) throws(Fault) -> [UInt8] {
    var writer = CBORWriter()
    try encode(value, into: &writer)
    return writer.bytes
  }

  /// Appends to what is there; a value that cannot be written leaves nothing behind.
  public static func encode<Value: Encodable>(_ value: Value, into writer: inout CBORWriter) throws(Fault) {
    let state = writer.state
    let start = state.pointee.count
    do {
      try state.encode(value)
      if !state.pointee.splices.isEmpty { state.pointee.insertSplices(from: start) }
    } catch {
      state.pointee.count = start
      state.pointee.splices = []
      state.pointee.slot = start
      throw error as? Fault ?? Fault(.internal, "a value cannot be encoded: \(error)")
    }
  }
}
