/// Reads Codable values from CBOR. What does not fit is a `Fault` of code `invalid` that names the field by its path.
public enum CBORDecoder {
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(Fault) -> Value {
    throw Fault(.internal, "the coder is not there yet")
  }

  /// Nothing of the value keeps the pointer.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: UnsafeRawBufferPointer
  ) throws(Fault) -> Value {
    throw Fault(.internal, "the coder is not there yet")
  }
}
