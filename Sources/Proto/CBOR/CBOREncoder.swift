/// Writes Codable values as CBOR in preferred serialisation: structs as maps with text keys, nil as null.
public enum CBOREncoder {
  public static func encode<Value: Encodable>(_ value: Value) throws(Fault) -> [UInt8] {
    var writer = CBORWriter()
    try encode(value, into: &writer)
    return writer.bytes
  }

  /// Appends to what is there; a value that cannot be written leaves nothing behind.
  public static func encode<Value: Encodable>(_ value: Value, into writer: inout CBORWriter) throws(Fault) {
    throw Fault(.internal, "the coder is not there yet")
  }
}
