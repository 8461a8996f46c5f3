/// Encodes a track as columns of differences, which compress well: times, latitudes, longitudes, heights, heart rates.
public enum TrackCoding {
  private static let edition: UInt8 = 1
  /// The bytes of an encoded point, at most: 3 for the time, 5 for each coordinate, 4 for the height, 2 for the heart
  /// rate.
  static let mostBytesPerPoint = 19
  /// The bytes of an encoded track, at most.
  public static let mostBytes = TrackRules.mostPoints * mostBytesPerPoint + 16

  public static func encode(_ points: [TrackPoint]) -> [UInt8] {
    var writer = VarintWriter()
    writer.reserve(16 + points.count * 8)
    writer.byte(edition)
    writer.unsigned(UInt64(points.count))
    writer.differences(of: points.lazy.map { $0.time })
    writer.differences(of: points.lazy.map { Int64($0.latitudeUnits) })
    writer.differences(of: points.lazy.map { Int64($0.longitudeUnits) })
    writer.optionalDifferences(of: points.lazy.map { $0.centimetres.map { Int64($0) } })
    writer.optionalDifferences(of: points.lazy.map { $0.beats.map { Int64($0) } })
    return writer.bytes
  }

  /// Returns nil if the bytes are not those of a track that follows the rules. Each point takes at least five bytes, so
  /// no bytes lead to a larger allocation than a few times their own length.
  public static func decode(_ bytes: [UInt8]) -> [TrackPoint]? {
    var reader = VarintReader(bytes)
    guard reader.byte() == edition, let count = reader.unsigned(), count <= UInt64(TrackRules.mostPoints),
      count * 5 <= UInt64(reader.left),
      let times = reader.differences(Int(count)), let latitudes = reader.differences(Int(count)),
      let longitudes = reader.differences(Int(count)), let heights = reader.optionalDifferences(Int(count)),
      let beats = reader.optionalDifferences(Int(count)), reader.left == 0
    else { return nil }
    var points: [TrackPoint] = []
    points.reserveCapacity(Int(count))
    let (most, highest) = (Int64(90 * TrackPoint.unitsPerDegree), Int64(TrackPoint.highest * 100))
    for place in times.indices {
      let (latitude, longitude) = (latitudes[place], longitudes[place])
      guard abs(latitude) <= most, abs(longitude) <= 2 * most,
        heights[place].map({ abs($0) <= highest }) ?? true,
        beats[place].map({ TrackPoint.heartRates.contains(Int($0)) }) ?? true
      else { return nil }
      points.append(
        TrackPoint(
          time: times[place], latitudeUnits: Int32(latitude), longitudeUnits: Int32(longitude),
          centimetres: heights[place].map { Int32($0) }, beats: beats[place].map { UInt8($0) }))
    }
    return TrackRules.problem(of: points) == nil ? points : nil
  }
}

/// Writes integers of variable length: seven bits per byte, lowest first.
private struct VarintWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func unsigned(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func differences(of values: some Sequence<Int64>) {
    var last: Int64 = 0
    for value in values {
      unsigned(Self.folded(value - last))
      last = value
    }
  }

  /// Writes 0 for a missing value, which leaves the last value as it is.
  mutating func optionalDifferences(of values: some Sequence<Int64?>) {
    var last: Int64 = 0
    for value in values {
      guard let value else {
        unsigned(0)
        continue
      }
      unsigned(Self.folded(value - last) + 1)
      last = value
    }
  }

  /// Small negative numbers become small positive ones: 0, -1, 1, -2 become 0, 1, 2, 3.
  private static func folded(_ value: Int64) -> UInt64 { UInt64(bitPattern: (value << 1) ^ (value >> 63)) }
}

private struct VarintReader {
  /// No valid value or difference exceeds it, and sums within it cannot overflow.
  private static let greatest: Int64 = 1 << 50

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - position }

  mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func unsigned() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 56, by: 7) {
      guard let next = byte() else { return nil }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
    }
    return nil
  }

  mutating func differences(_ count: Int) -> [Int64]? {
    var values: [Int64] = []
    values.reserveCapacity(count)
    var last: Int64 = 0
    for _ in 0..<count {
      guard let code = unsigned() else { return nil }
      last += Self.unfolded(code)
      guard abs(last) <= Self.greatest else { return nil }
      values.append(last)
    }
    return values
  }

  mutating func optionalDifferences(_ count: Int) -> [Int64?]? {
    var values: [Int64?] = []
    values.reserveCapacity(count)
    var last: Int64 = 0
    for _ in 0..<count {
      guard let code = unsigned() else { return nil }
      if code > 0 {
        last += Self.unfolded(code - 1)
        guard abs(last) <= Self.greatest else { return nil }
      }
      values.append(code > 0 ? last : nil)
    }
    return values
  }

  private static func unfolded(_ code: UInt64) -> Int64 {
    Int64(bitPattern: code >> 1) ^ -Int64(bitPattern: code & 1)
  }
}
