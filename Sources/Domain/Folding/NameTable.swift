/// Names that several works share, such as languages, numbered from 1.
struct NameTable: Sendable {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]
  private(set) var approximateBytes = 0

  mutating func number(of name: String) -> UInt32 {
    if let number = numbers[name] { return number }
    names.append(name)
    approximateBytes += 96 + name.utf8.count
    numbers[name] = UInt32(names.count)
    return UInt32(names.count)
  }

  func known(_ name: String) -> UInt32? { numbers[name] }

  func name(_ number: UInt32) -> String { names[Int(number) - 1] }
}

extension NameTable {
  func write(to writer: inout ByteWriter) {
    writer.write(UInt32(names.count))
    for name in names { writer.write(name) }
  }

  init(from reader: inout ByteReader) throws(SnapshotDamage) {
    for _ in 0..<(try reader.count(itemBytes: 4)) { _ = number(of: try reader.text()) }
  }
}
