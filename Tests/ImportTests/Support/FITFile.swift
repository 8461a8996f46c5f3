/// Writes FIT files like a device.
struct FITFile {
  var headerSize: UInt8 = 14
  var bytes: [UInt8] = []

  /// Writes one message with its definition: little-endian fields of four bytes.
  mutating func add(_ message: UInt16, _ fields: [(UInt8, UInt32)], developerBytes: UInt8 = 0) {
    bytes += [developerBytes > 0 ? 0x60 : 0x40, 0, 0, UInt8(message & 255), UInt8(message >> 8), UInt8(fields.count)]
    for (number, _) in fields { bytes += [number, 4, 0x86] }
    if developerBytes > 0 { bytes += [1, 0, developerBytes, 0] }
    bytes.append(0)
    for (_, value) in fields { bytes += FITFile.little(value) }
    bytes += [UInt8](repeating: 0xAB, count: Int(developerBytes))
  }

  /// Writes a record with a compressed timestamp; the definition of local 0 must have no time.
  mutating func addCompressed(_ offset: UInt8, _ values: [UInt32]) {
    bytes.append(0x80 | offset & 31)
    for value in values { bytes += FITFile.little(value) }
  }

  /// Writes an event of the timer, which stops or continues.
  mutating func addTimer(_ time: UInt32, stops: Bool) {
    bytes += [0x41, 0, 0, 21, 0, 3, 253, 4, 0x86, 0, 1, 0, 1, 1, 0]
    bytes += [1] + FITFile.little(time) + [0, stops ? 4 : 0]
  }

  var file: [UInt8] {
    var head: [UInt8] = [headerSize, 0x10, 0, 0] + FITFile.little(UInt32(bytes.count)) + Array(".FIT".utf8)
    if headerSize == 14 { head += [0, 0] }
    return head + bytes + [0, 0]
  }

  static func little(_ value: UInt32) -> [UInt8] {
    [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255), UInt8(value >> 24)]
  }

  /// A hike of an hour and a quarter with pauses: 1600000000 to 1600004500.
  static var hike: FITFile {
    var file = FITFile()
    file.add(20, [(253, start), (0, 0), (1, 0)], developerBytes: 3)
    file.add(20, [(253, start + 60), (0, 0x7FFF_FFFF), (1, 0x7FFF_FFFF)])
    file.add(
      18,
      [
        (253, start + 4_500), (2, start), (7, 4_500_000), (8, 4_000_000), (9, 525_050), (5, 17), (11, 0xFFFF_FFFF),
        (22, 120),
      ])
    return file
  }

  static let start: UInt32 = 1_600_000_000 - 631_065_600
}
