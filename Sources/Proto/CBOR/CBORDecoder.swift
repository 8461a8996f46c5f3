/// Decodes Codable values from CBOR. Errors are `Fault`s of code `invalid` that name the field by its path.
public enum CBORDecoder {
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8]
  ) throws(Fault) -> Value {
    try bytes.withUnsafeBufferPointer { bytes throws(Fault) in try decode(type, from: UnsafeRawBufferPointer(bytes)) }
  }

  /// The decoded value does not refer to `bytes`.
  public static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: UnsafeRawBufferPointer
  ) throws(Fault) -> Value {
    try decode(type, from: bytes, isValid: false)
  }

  /// Decodes bytes that `CBORCheck.valid` may have checked already, alone or within others.
  @usableFromInline
  package static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from bytes: UnsafeRawBufferPointer, isValid: Bool
  ) throws(Fault) -> Value {
    if !isValid {
      do {
        try CBORCheck.valid(bytes)
      } catch {
        throw error.fault(in: bytes)
      }
    }
    guard let base = bytes.baseAddress else { throw Fault(.invalid, "No bytes") }
    let state = DecodeState.borrow(item: CBORItem(base))
    defer { DecodeState.giveBack(state) }
    do {
      return try state.decode(type, at: 0)
    } catch {
      throw fault(error, in: bytes)
    }
  }

  @inline(never)
  private static func fault(_ error: any Error, in bytes: UnsafeRawBufferPointer) -> Fault {
    (error as? DecodingError)?.fault(in: bytes) ?? error as? Fault ?? Fault(.internal, "\(error)")
  }
}
