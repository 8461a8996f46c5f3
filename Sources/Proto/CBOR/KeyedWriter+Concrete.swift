/// An overload per concrete type: the generic path through `encode(to:)` is several times slower.
extension KeyedWriter {
  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    state.pointee.append(value ? 0xF5 : 0xF4)
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    state.pointee.text(value)
  }

  func encode(_ value: Double, forKey key: Key) {
    begin(key)
    state.pointee.float(value)
  }

  func encode(_ value: Float, forKey key: Key) {
    begin(key)
    state.pointee.float(Double(value))
  }

  func encode(_ value: Int, forKey key: Key) {
    begin(key)
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int8, forKey key: Key) {
    begin(key)
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int16, forKey key: Key) {
    begin(key)
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int32, forKey key: Key) {
    begin(key)
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int64, forKey key: Key) {
    begin(key)
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: UInt, forKey key: Key) {
    begin(key)
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt8, forKey key: Key) {
    begin(key)
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt16, forKey key: Key) {
    begin(key)
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt32, forKey key: Key) {
    begin(key)
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt64, forKey key: Key) {
    begin(key)
    state.pointee.head(0, UInt64(value))
  }
}

extension KeyedWriter {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Double?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Float?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Int8?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Int16?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Int32?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: Int64?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: UInt?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: UInt8?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: UInt16?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: UInt32?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }

  func encodeIfPresent(_ value: UInt64?, forKey key: Key) {
    guard let value else { return null(key) }
    encode(value, forKey: key)
  }
}
