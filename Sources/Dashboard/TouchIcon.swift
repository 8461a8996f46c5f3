import Compression

/// An icon for home screens that do not support SVG, drawn from the shapes of `icon.svg` when the edge starts. Screens
/// that cut icons to a shape show at least the inner circle of 80 % of the width, which contains the line.
public struct TouchIcon: Sendable {
  /// The side length in pixels of the largest icon on Apple's home screens.
  public static let size = 180

  /// A line from one point to another, in pixels.
  struct Segment {
    var from: (x: Double, y: Double)
    var to: (x: Double, y: Double)

    func squaredDistance(_ x: Double, _ y: Double) -> Double {
      let (width, height) = (to.x - from.x, to.y - from.y)
      let along = ((x - from.x) * width + (y - from.y) * height) / (width * width + height * height)
      let part = min(1, max(0, along))
      let (right, down) = (x - from.x - part * width, y - from.y - part * height)
      return right * right + down * down
    }

    /// Whether a pixel of the row may be within the distance.
    func mayTouch(row y: Int, within distance: Double) -> Bool {
      let (top, bottom) = (Double(y) - distance, Double(y + 1) + distance)
      return max(from.y, to.y) >= top && min(from.y, to.y) <= bottom
    }
  }

  private let size: Int
  private let segments: [Segment]
  private let halfStroke: Double
  private let ground: [UInt8]
  private let ink: [UInt8]

  /// Returns nil unless the picture is a closed, stroked line over a coloured square of 64 × 64.
  public init?(svg: String, size: Int = TouchIcon.size) {
    self.size = size
    let scale = Double(size) / 64
    guard svg.contains("viewBox=\"0 0 64 64\""), let fill = Self.attribute("fill", in: svg),
      let stroke = Self.attribute("stroke", in: svg), let path = Self.attribute("d", in: svg),
      let ground = Self.colour(fill), let ink = Self.colour(stroke),
      let width = Self.attribute("stroke-width", in: svg).flatMap(Double.init)
    else { return nil }
    let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    var corners: [(x: Double, y: Double)] = []
    for place in stride(from: 0, to: numbers.count - 1, by: 2) {
      corners.append((numbers[place] * scale, numbers[place + 1] * scale))
    }
    guard corners.count > 1, path.hasPrefix("M"), path.hasSuffix("Z") else { return nil }
    segments = zip(corners, corners.dropFirst() + corners.prefix(1)).map { Segment(from: $0, to: $1) }
    halfStroke = width * scale / 2
    (self.ground, self.ink) = (ground, ink)
  }

  /// Returns red, green and blue. The square fills the picture because the screen rounds its corners. `near` are the
  /// segments that may touch the pixel.
  func pixel(_ x: Int, _ y: Int, near: [Segment]? = nil) -> [UInt8] {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    var square = Double.infinity
    for segment in near ?? segments { square = min(square, segment.squaredDistance(x, y)) }
    let part = min(1, max(0, halfStroke - square.squareRoot() + 0.5))
    // Most pixels, without a new array.
    if part == 0 { return ground }
    if part == 1 { return ink }
    return zip(ground, ink).map { below, above in
      let (from, to) = (Double(below), Double(above))
      return UInt8((from + part * (to - from)).rounded())
    }
  }

  /// Returns the icon as PNG, or nil if there is not enough memory.
  public func png() -> [UInt8]? {
    let empty = [0] + Array(repeating: ground, count: size).joined()
    var rows: [UInt8] = []
    rows.reserveCapacity(size * empty.count)
    for y in 0..<size {
      let near = segments.filter { $0.mayTouch(row: y, within: halfStroke + 1) }
      guard !near.isEmpty else {
        rows += empty
        continue
      }
      rows.append(0)
      for x in 0..<size { rows += pixel(x, y, near: near) }
    }
    guard let packed = Deflate.zlib(rows) else { return nil }
    let size = Self.bigEndian(UInt32(size))
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // Eight bits each of red, green and blue, compressed with deflate, not interlaced.
    let kind: [UInt8] = [8, 2, 0, 0, 0]
    bytes += Self.chunk("IHDR", size + size + kind)
    bytes += Self.chunk("IDAT", packed)
    bytes += Self.chunk("IEND", [])
    return bytes
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + bytes
    return bigEndian(UInt32(bytes.count)) + named + bigEndian(checksum(named))
  }

  /// CRC-32 of a PNG chunk.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    let shifts: [UInt32] = [24, 16, 8, 0]
    return shifts.map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns the first value of an attribute.
  private static func attribute(_ name: String, in svg: String) -> String? {
    guard let start = svg.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return String(svg[start...].prefix { $0 != "\"" })
  }

  private static func colour(_ text: String) -> [UInt8]? {
    guard text.hasPrefix("#"), text.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else { return nil }
    return Array(bigEndian(value).dropFirst())
  }
}
