/// Encodes a single value in place.
struct SingleWriter: SingleValueEncodingContainer {
  let state: UnsafeMutablePointer<EncodeState>

  var codingPath: [any CodingKey] { [] }

  func encodeNil() { state.pointee.append(0xF6) }

  /// The value is the whole value being encoded, so its place does not change.
  func encode<Value: Encodable>(_ value: Value) throws {
    if try state.pointee.appendKnown(value) { return }
    try value.encode(to: WireEncoder(state: state))
  }

  func encode(_ value: Bool) { state.pointee.append(value ? 0xF5 : 0xF4) }
  func encode(_ value: String) { state.pointee.text(value) }
  func encode(_ value: Double) { state.pointee.float(value) }
  func encode(_ value: Float) { state.pointee.float(Double(value)) }
  func encode(_ value: Int) { state.pointee.integer(Int64(value)) }
  func encode(_ value: Int8) { state.pointee.integer(Int64(value)) }
  func encode(_ value: Int16) { state.pointee.integer(Int64(value)) }
  func encode(_ value: Int32) { state.pointee.integer(Int64(value)) }
  func encode(_ value: Int64) { state.pointee.integer(Int64(value)) }
  func encode(_ value: UInt) { state.pointee.head(0, UInt64(value)) }
  func encode(_ value: UInt8) { state.pointee.head(0, UInt64(value)) }
  func encode(_ value: UInt16) { state.pointee.head(0, UInt64(value)) }
  func encode(_ value: UInt32) { state.pointee.head(0, UInt64(value)) }
  func encode(_ value: UInt64) { state.pointee.head(0, UInt64(value)) }
}
