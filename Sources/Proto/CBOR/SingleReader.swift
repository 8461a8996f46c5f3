/// Decodes a single value.
struct SingleReader: SingleValueDecodingContainer {
  let state: UnsafeMutablePointer<DecodeState>
  let place: Int

  var codingPath: [any CodingKey] { [PlaceKey(place)] }

  func decodeNil() -> Bool { state.pointee.item.isNull(at: place) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try state.decode(type, at: place) }

  func decode(_ type: Bool.Type) throws -> Bool { try state.pointee.bool(at: place) }
  func decode(_ type: String.Type) throws -> String { try state.pointee.string(at: place) }
  func decode(_ type: Double.Type) throws -> Double { try state.pointee.double(at: place) }
  func decode(_ type: Float.Type) throws -> Float { try state.pointee.float(at: place) }
  func decode(_ type: Int.Type) throws -> Int { try state.pointee.integer(Int.self, at: place) }
  func decode(_ type: Int8.Type) throws -> Int8 { try state.pointee.integer(Int8.self, at: place) }
  func decode(_ type: Int16.Type) throws -> Int16 { try state.pointee.integer(Int16.self, at: place) }
  func decode(_ type: Int32.Type) throws -> Int32 { try state.pointee.integer(Int32.self, at: place) }
  func decode(_ type: Int64.Type) throws -> Int64 { try state.pointee.integer(Int64.self, at: place) }
  func decode(_ type: UInt.Type) throws -> UInt { try state.pointee.integer(UInt.self, at: place) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try state.pointee.integer(UInt8.self, at: place) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try state.pointee.integer(UInt16.self, at: place) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try state.pointee.integer(UInt32.self, at: place) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try state.pointee.integer(UInt64.self, at: place) }
}
