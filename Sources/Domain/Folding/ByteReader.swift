/// Reads the output of `ByteWriter`. Damaged bytes cause an error and never an allocation larger than themselves.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - position }

  mutating func byte() throws(SnapshotDamage) -> UInt8 {
    try need(1)
    defer { position += 1 }
    return bytes[position]
  }

  mutating func unsigned() throws(SnapshotDamage) -> UInt32 {
    try need(4)
    defer { position += 4 }
    return UInt32(bytes[position]) | UInt32(bytes[position + 1]) << 8 | UInt32(bytes[position + 2]) << 16
      | UInt32(bytes[position + 3]) << 24
  }

  mutating func integer() throws(SnapshotDamage) -> Int64 {
    let low = try unsigned()
    return Int64(low) | Int64(Int32(bitPattern: try unsigned())) << 32
  }

  mutating func double() throws(SnapshotDamage) -> Double {
    Double(bitPattern: UInt64(bitPattern: try integer()))
  }

  mutating func bool() throws(SnapshotDamage) -> Bool {
    switch try byte() {
    case 0: false
    case 1: true
    default: throw SnapshotDamage("a boolean is neither 0 nor 1")
    }
  }

  mutating func text() throws(SnapshotDamage) -> String {
    let count = Int(try unsigned())
    try need(count)
    defer { position += count }
    guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
      throw SnapshotDamage("a string is not UTF-8")
    }
    return text
  }

  /// Returns the number of items that follow, each at least this long.
  mutating func count(itemBytes: Int) throws(SnapshotDamage) -> Int {
    let count = Int(try unsigned())
    try need(count * itemBytes)
    return count
  }

  mutating func optional<Value>(
    _ read: (inout ByteReader) throws(SnapshotDamage) -> Value
  ) throws(SnapshotDamage) -> Value? {
    try bool() ? try read(&self) : nil
  }

  func finish() throws(SnapshotDamage) {
    guard left == 0 else { throw SnapshotDamage("\(left) trailing bytes") }
  }

  private func need(_ count: Int) throws(SnapshotDamage) {
    guard left >= count else { throw SnapshotDamage("unexpected end of the bytes") }
  }
}
