/// Encodes the items of an array and counts them in its head.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let state: UnsafeMutablePointer<EncodeState>
  /// The place of the array's head.
  let head: Int

  var codingPath: [any CodingKey] { [] }
  var count: Int { Int(CBORItem(state.pointee.base).argument(at: head)) }

  @inline(__always)
  private func begin() {
    state.pointee.countUp(at: head)
  }

  func encodeNil() {
    begin()
    state.pointee.append(0xF6)
  }

  func encode<Value: Encodable>(_ value: Value) throws {
    begin()
    try state.encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    begin()
    return WireEncoder(state: state.splice()).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return WireEncoder(state: state.splice()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    begin()
    return WireEncoder(state: state.splice())
  }
}

extension UnkeyedWriter {
  func encode(_ value: Bool) {
    begin()
    state.pointee.append(value ? 0xF5 : 0xF4)
  }

  func encode(_ value: String) {
    begin()
    state.pointee.text(value)
  }

  func encode(_ value: Double) {
    begin()
    state.pointee.float(value)
  }

  func encode(_ value: Float) {
    begin()
    state.pointee.float(Double(value))
  }

  func encode(_ value: Int) {
    begin()
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int8) {
    begin()
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int16) {
    begin()
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int32) {
    begin()
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: Int64) {
    begin()
    state.pointee.integer(Int64(value))
  }

  func encode(_ value: UInt) {
    begin()
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt8) {
    begin()
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt16) {
    begin()
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt32) {
    begin()
    state.pointee.head(0, UInt64(value))
  }

  func encode(_ value: UInt64) {
    begin()
    state.pointee.head(0, UInt64(value))
  }
}
