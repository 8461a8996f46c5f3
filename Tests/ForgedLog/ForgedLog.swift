/// A forged SQLite write-ahead log: any frames with valid magic numbers and checksums.
public enum ForgedLog {
  private static let headBytes = 32
  private static let frameHeadBytes = 24

  /// Returns the bytes as a log with this page size. Only magic numbers and checksums are changed.
  public static func made(of bytes: [UInt8], pageBytes: Int) -> [UInt8] {
    var log = bytes
    while log.count < headBytes { log.append(0) }
    put(0x377F_0682, into: &log, at: 0)
    put(3_007_000, into: &log, at: 4)
    put(UInt32(pageBytes), into: &log, at: 8)
    var sum: (UInt32, UInt32) = (0, 0)
    add(log[..<24], &sum)
    put(sum, into: &log, at: 24)
    var place = headBytes
    while place + frameHeadBytes + pageBytes <= log.count {
      log.replaceSubrange((place + 8)..<(place + 16), with: log[16..<24])
      let body = place + frameHeadBytes
      add(log[place..<(place + 8)], &sum)
      add(log[body..<(body + pageBytes)], &sum)
      put(sum, into: &log, at: place + 16)
      place = body + pageBytes
    }
    return log
  }

  /// Adds to the checksum in the byte order of the log's magic number.
  private static func add(_ bytes: ArraySlice<UInt8>, _ sum: inout (UInt32, UInt32)) {
    var place = bytes.startIndex
    while place + 8 <= bytes.endIndex {
      sum.0 = sum.0 &+ word(bytes, place) &+ sum.1
      sum.1 = sum.1 &+ word(bytes, place + 4) &+ sum.0
      place += 8
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << UInt32(8 * $1) }
  }

  private static func put(_ sum: (UInt32, UInt32), into log: inout [UInt8], at place: Int) {
    put(sum.0, into: &log, at: place)
    put(sum.1, into: &log, at: place + 4)
  }

  private static func put(_ number: UInt32, into log: inout [UInt8], at place: Int) {
    for byte in 0..<4 { log[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte)) }
  }
}
