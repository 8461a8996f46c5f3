/// Reads Codable values from CBOR. What does not fit is a `Fault` of code `invalid` that names the field by its path.
public enum CBORDecoder {
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(Fault) -> Value {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Fault) in try decode(type, from: bytes) }
    }
    return try result.get()
  }

  /// Nothing of the value keeps the pointer.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: UnsafeRawBufferPointer
  ) throws(Fault) -> Value {
    do {
      try CBORCheck.valid(bytes)
    } catch {
      throw error.fault(in: bytes)
    }
    guard let base = bytes.baseAddress else { throw Fault(.invalid, "No bytes") }
    var state = DecodeState(item: CBORItem(base), count: bytes.count, slot: 0)
    defer { state.free() }
    do {
      return try withUnsafeMutablePointer(to: &state) { try $0.decode(type, at: 0) }
    } catch {
      throw (error as? DecodingError)?.fault(in: bytes) ?? error as? Fault ?? Fault(.internal, "\(error)")
    }
  }
}
