extension CBORWriter {
  public mutating func unsigned(_ value: UInt64) {
    state.pointee.head(0, value)
  }

  public mutating func integer(_ value: Int64) {
    state.pointee.integer(value)
  }

  /// Writes −1 − `value`, which can be less than any `Int64`.
  public mutating func negative(_ value: UInt64) {
    state.pointee.head(0x20, value)
  }

  public mutating func text(_ value: String) {
    state.pointee.text(value)
  }

  /// Writes a constant text of less than 24 bytes.
  package mutating func word(_ text: StaticString) {
    state.pointee.append(0x60 | UInt8(truncatingIfNeeded: text.utf8CodeUnitCount))
    state.pointee.append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The bytes must be UTF-8.
  public mutating func text(_ utf8: UnsafeRawBufferPointer) {
    state.pointee.head(0x60, UInt64(utf8.count))
    state.pointee.append(utf8.baseAddress, count: utf8.count)
  }

  public mutating func bytes(_ value: [UInt8]) {
    value.withUnsafeBytes { bytes($0) }
  }

  public mutating func bytes(_ value: UnsafeRawBufferPointer) {
    state.pointee.head(0x40, UInt64(value.count))
    state.pointee.append(value.baseAddress, count: value.count)
  }

  /// `count` items must follow.
  public mutating func array(_ count: Int) {
    state.pointee.head(0x80, UInt64(count))
  }

  /// `count` pairs must follow.
  public mutating func map(_ count: Int) {
    state.pointee.head(0xA0, UInt64(count))
  }

  /// One item must follow.
  public mutating func tag(_ value: UInt64) {
    state.pointee.head(0xC0, value)
  }

  public mutating func bool(_ value: Bool) {
    state.pointee.append(value ? 0xF5 : 0xF4)
  }

  public mutating func null() {
    state.pointee.append(0xF6)
  }

  public mutating func float(_ value: Double) {
    state.pointee.float(value)
  }

  /// Writes encoded items, or a part of one.
  public mutating func raw(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw($0) }
  }

  public mutating func raw(_ bytes: UnsafeRawBufferPointer) {
    state.pointee.append(bytes.baseAddress, count: bytes.count)
  }

  /// Begins an array or map whose size is not known yet; `close` writes the size.
  public mutating func open() -> Int {
    state.pointee.append(0)
    return state.pointee.count - 1
  }

  public mutating func closeArray(_ opened: Int, count: Int) {
    close(opened, 0x80, count)
  }

  public mutating func closeMap(_ opened: Int, count: Int) {
    close(opened, 0xA0, count)
  }

  private mutating func close(_ opened: Int, _ major: UInt8, _ count: Int) {
    state.pointee.widenHead(at: opened, from: 1, major, UInt64(count))
  }
}
