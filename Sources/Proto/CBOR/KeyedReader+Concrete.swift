/// An overload per concrete type: the generic path through `init(from:)` is several times slower.
extension KeyedReader {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let place = try place(of: key)
    let value = try state.pointee.bool(at: place)
    advance()
    return value
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let place = try place(of: key)
    let value = try state.pointee.string(at: place)
    advance()
    return value
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let place = try place(of: key)
    let value = try state.pointee.double(at: place)
    advance()
    return value
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    let place = try place(of: key)
    let value = try state.pointee.float(at: place)
    advance()
    return value
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let place = try place(of: key)
    let value = try state.pointee.integer(Int.self, at: place)
    advance()
    return value
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    let place = try place(of: key)
    let value = try state.pointee.integer(Int8.self, at: place)
    advance()
    return value
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    let place = try place(of: key)
    let value = try state.pointee.integer(Int16.self, at: place)
    advance()
    return value
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    let place = try place(of: key)
    let value = try state.pointee.integer(Int32.self, at: place)
    advance()
    return value
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    let place = try place(of: key)
    let value = try state.pointee.integer(Int64.self, at: place)
    advance()
    return value
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    let place = try place(of: key)
    let value = try state.pointee.integer(UInt.self, at: place)
    advance()
    return value
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    let place = try place(of: key)
    let value = try state.pointee.integer(UInt8.self, at: place)
    advance()
    return value
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    let place = try place(of: key)
    let value = try state.pointee.integer(UInt16.self, at: place)
    advance()
    return value
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    let place = try place(of: key)
    let value = try state.pointee.integer(UInt32.self, at: place)
    advance()
    return value
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    let place = try place(of: key)
    let value = try state.pointee.integer(UInt64.self, at: place)
    advance()
    return value
  }
}

extension KeyedReader {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.bool(at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.string(at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.double(at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.float(at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(Int.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(Int8.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(Int16.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(Int32.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(Int64.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(UInt.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(UInt8.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(UInt16.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(UInt32.self, at: place)
    advance()
    return value
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    let place = placeIfPresent(of: key)
    if place < 0 { return nil }
    let value = try state.pointee.integer(UInt64.self, at: place)
    advance()
    return value
  }
}
