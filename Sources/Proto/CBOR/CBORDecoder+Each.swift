extension CBORDecoder {
  /// Decodes a sequence of items, such as the events of a journal.
  public static func decodeEach<Value: Decodable>(
    _ type: Value.Type, in bytes: [UInt8], body: (Value) throws(Fault) -> Void
  ) throws(Fault) {
    try inBuffer(of: bytes) { bytes throws(Fault) in
      var offset = 0
      while offset < bytes.count { try body(try decodeNext(type, in: bytes, offset: &offset)) }
    }
  }

  /// The same for values that know the bytes which they are mostly written in. It is inlined: otherwise each value is
  /// copied by code that looks up its size.
  @inlinable
  public static func decodeEach<Value: QuickDecodable>(
    _ type: Value.Type, in bytes: [UInt8], body: (Value) throws(Fault) -> Void
  ) throws(Fault) {
    try inBuffer(of: bytes) { bytes throws(Fault) in
      var offset = 0
      while offset < bytes.count {
        var reader = QuickReader(bytes, from: offset)
        if let value = Value(quickly: &reader) {
          offset = reader.offset
          try body(value)
        } else {
          try body(try decodeNext(type, in: bytes, offset: &offset))
        }
      }
    }
  }

  @usableFromInline
  static func decodeNext<Value: Decodable>(
    _ type: Value.Type, in bytes: UnsafeRawBufferPointer, offset: inout Int
  ) throws(Fault) -> Value {
    let end: Int
    do {
      end = try CBORCheck.end(ofItemAt: offset, in: bytes)
    } catch {
      throw error.fault(in: bytes)
    }
    defer { offset = end }
    return try decode(type, from: UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
  }

  /// `Array.withUnsafeBytes` does not keep the type of a thrown error.
  @inlinable
  static func inBuffer(
    of bytes: [UInt8], _ work: (UnsafeRawBufferPointer) throws(Fault) -> Void
  ) throws(Fault) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Fault) in try work(bytes) }
    }
    try result.get()
  }
}
