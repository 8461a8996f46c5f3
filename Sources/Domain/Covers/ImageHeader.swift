/// The format and the size of an image, as its first bytes state them. The rest of the image is not read.
public struct ImageHeader: Hashable, Sendable {
  public enum Format: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
  }

  public var format: Format
  public var width: Int
  public var height: Int

  public init(format: Format, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// Throws `unknownType` if the bytes do not begin like one of the formats, and `damaged` if no size follows.
  public init(reading bytes: [UInt8]) throws(CoverProblem) {
    guard let format = Self.format(of: bytes) else { throw .unknownType }
    let reader = ImageBytes(bytes)
    let size =
      switch format {
      case .png: Self.sizeOfPNG(reader)
      case .jpeg: Self.sizeOfJPEG(reader)
      case .webp: Self.sizeOfWebP(reader)
      }
    guard let (width, height) = size, width > 0, height > 0 else { throw .damaged }
    self.init(format: format, width: width, height: height)
  }

  private static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let jpegStart: [UInt8] = [0xFF, 0xD8, 0xFF]

  private static func format(of bytes: [UInt8]) -> Format? {
    if bytes.starts(with: pngStart) { return .png }
    if bytes.starts(with: jpegStart) { return .jpeg }
    let reader = ImageBytes(bytes)
    return reader.has("RIFF", at: 0) && reader.has("WEBP", at: 8) ? .webp : nil
  }
}

extension ImageHeader {
  private typealias Size = (width: Int, height: Int)

  /// The first chunk has 13 bytes and begins with the size.
  private static func sizeOfPNG(_ bytes: ImageBytes) -> Size? {
    guard bytes.bigEndian(8, count: 4) == 13, bytes.has("IHDR", at: 12), let width = bytes.bigEndian(16, count: 4),
      let height = bytes.bigEndian(20, count: 4)
    else { return nil }
    return (width, height)
  }

  /// The size is in the segment that starts a frame, before the first scan.
  private static func sizeOfJPEG(_ bytes: ImageBytes) -> Size? {
    var place = 2
    while let mark = bytes[place], mark == 0xFF, let kind = bytes[place + 1] {
      switch kind {
      // A fill byte, which precedes a marker.
      case 0xFF: place += 1
      // Markers without a segment.
      case 0x01, 0xD0...0xD7: place += 2
      // Another start, the end, the first scan, or no marker.
      case 0x00, 0xD8, 0xD9, 0xDA: return nil
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let length = bytes.bigEndian(place + 2, count: 2), length >= 8,
          let height = bytes.bigEndian(place + 5, count: 2), let width = bytes.bigEndian(place + 7, count: 2)
        else { return nil }
        return (width, height)
      default:
        guard let length = bytes.bigEndian(place + 2, count: 2), length >= 2 else { return nil }
        place += 2 + length
      }
    }
    return nil
  }

  /// The first chunk is one of three: a lossy image, a lossless one, or a header for both.
  private static func sizeOfWebP(_ bytes: ImageBytes) -> Size? {
    let start = 20
    if bytes.has("VP8 ", at: 12) {
      // The lowest bit of the frame's tag is 0 in a key frame, whose start code and size follow.
      guard let tag = bytes[start], tag & 1 == 0, bytes.bigEndian(start + 3, count: 3) == 0x9D012A,
        let width = bytes.littleEndian(start + 6, count: 2), let height = bytes.littleEndian(start + 8, count: 2)
      else { return nil }
      return (width & 0x3FFF, height & 0x3FFF)
    }
    if bytes.has("VP8L", at: 12) {
      guard bytes[start] == 0x2F, let bits = bytes.littleEndian(start + 1, count: 4) else { return nil }
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    guard bytes.has("VP8X", at: 12), let width = bytes.littleEndian(start + 4, count: 3),
      let height = bytes.littleEndian(start + 7, count: 3)
    else { return nil }
    return (width + 1, height + 1)
  }
}

/// Reads numbers from bytes, and nil beyond their end.
private struct ImageBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  subscript(place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { bytes[place..<(place + $0.count)].elementsEqual($0) }
  }

  func bigEndian(_ place: Int, count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  func littleEndian(_ place: Int, count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    return bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
