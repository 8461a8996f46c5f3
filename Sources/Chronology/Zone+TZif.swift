/// The bytes are not a valid time zone.
public struct ZoneDamage: Error, Hashable, Sendable {
  public var message: String
  public init(_ message: String) { self.message = message }
}

extension Zone {
  /// Reads a compiled zone (RFC 8536 and 9636, versions 1 to 4). Rejects zones with leap seconds, because an instant is
  /// POSIX time.
  public convenience init(name: String, tzif bytes: [UInt8]) throws(ZoneDamage) {
    var reader = TZifReader(bytes: bytes)
    var block = try reader.block(timeBytes: 4)
    var footer: YearlyRule?
    if block.version > 0 {
      block = try reader.block(timeBytes: 8)
      footer = try reader.footer()
    }
    guard !block.countsLeapSeconds else { throw ZoneDamage("counts leap seconds") }
    var changes = block.changes
    guard let footer, footer.hasSummerTime else {
      self.init(
        name: name, changes: changes, first: footer != nil && changes.isEmpty ? footer?.standard ?? 0 : block.first,
        cycleStart: nil)
      return
    }
    let last = changes.last?.start ?? Self.firstRuledSecond
    let firstYear = Day(number: Int32(clamping: last.dividedDown(by: 86_400))).civil.year
    for year in firstYear...firstYear + 403 {
      for change in footer.changes(in: year) where change.start > last {
        // Removes the end of a summer time that lasts all year.
        if let previous = changes.last, previous.start >= change.start { changes.removeLast() }
        changes.append(change)
      }
    }
    let cycleStart = Int64(Day(year: firstYear + 2, month: 1, day: 1).number) * 86_400
    self.init(name: name, changes: changes, first: block.first, cycleStart: cycleStart)
  }

  /// If a zone has a rule and no recorded change, the rule starts in 1900.
  private static let firstRuledSecond: Int64 = -2_208_988_800
}

/// The two data blocks and the footer, in the order of the file.
private struct TZifReader {
  struct Block {
    var version: UInt8
    var first: Int64
    var changes: [(start: Int64, offset: Int64)]
    var countsLeapSeconds: Bool
  }

  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func block(timeBytes: Int) throws(ZoneDamage) -> Block {
    guard try integer(bytes: 4) == 0x545A_6966 else { throw ZoneDamage("is not a TZif file") }
    let version = UInt8(truncatingIfNeeded: try integer(bytes: 1))
    try skip(15)
    var counts: [Int] = []
    for _ in 0..<6 { counts.append(Int(try integer(bytes: 4))) }
    let (universalCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
    let (timeCount, typeCount, letterCount) = (counts[3], counts[4], counts[5])
    guard typeCount > 0, counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }) else {
      throw ZoneDamage("has impossible counts")
    }
    var times: [Int64] = []
    for _ in 0..<timeCount { times.append(try integer(bytes: timeBytes)) }
    var types: [Int] = []
    for _ in 0..<timeCount { types.append(Int(try integer(bytes: 1) & 0xFF)) }
    var offsets: [Int64] = []
    for _ in 0..<typeCount {
      let offset = try integer(bytes: 4)
      guard abs(offset) < 26 * 3_600 else { throw ZoneDamage("has an offset of over a day") }
      offsets.append(offset)
      try skip(2)
    }
    try skip(letterCount + leapCount * (timeBytes + 4) + standardCount + universalCount)

    var changes: [(start: Int64, offset: Int64)] = []
    for (time, type) in zip(times, types) {
      guard type < offsets.count, time > changes.last?.start ?? .min else { throw ZoneDamage("has an invalid change") }
      changes.append((max(time, -(1 << 59)), offsets[type]))
    }
    return Block(version: version, first: offsets[0], changes: changes, countsLeapSeconds: leapCount > 0)
  }

  /// Returns nil if the file has no rule for future years. The last offset then remains.
  mutating func footer() throws(ZoneDamage) -> YearlyRule? {
    guard try integer(bytes: 1) == 0x0A, let end = bytes[position...].firstIndex(of: 0x0A) else {
      throw ZoneDamage("has no footer")
    }
    let text = bytes[position..<end]
    guard !text.isEmpty else { return nil }
    guard let rule = YearlyRule(posix: text) else {
      throw ZoneDamage("has an invalid footer: \(String(decoding: text, as: UTF8.self))")
    }
    return rule
  }

  /// Reads a signed big-endian integer.
  private mutating func integer(bytes count: Int) throws(ZoneDamage) -> Int64 {
    guard bytes.count - position >= count else { throw ZoneDamage("ends too early") }
    var value: Int64 = bytes[position] >= 0x80 ? -1 : 0
    for byte in bytes[position..<position + count] { value = value << 8 | Int64(byte) }
    position += count
    return value
  }

  private mutating func skip(_ count: Int) throws(ZoneDamage) {
    guard bytes.count - position >= count else { throw ZoneDamage("ends too early") }
    position += count
  }
}
