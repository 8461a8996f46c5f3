/// Writes the parts of snapshots: fixed-width little-endian integers, and length-prefixed strings and lists.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  mutating func write(_ value: UInt8) {
    bytes.append(value)
  }

  mutating func write(_ value: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }

  mutating func write(_ value: Int64) {
    write(UInt32(truncatingIfNeeded: value))
    write(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func write(_ value: Double) {
    write(Int64(bitPattern: value.bitPattern))
  }

  mutating func write(_ value: Bool) {
    write(UInt8(value ? 1 : 0))
  }

  mutating func write(_ text: String) {
    write(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write<Value>(_ value: Value?, as write: (inout ByteWriter, Value) -> Void) {
    self.write(value != nil)
    if let value { write(&self, value) }
  }
}
