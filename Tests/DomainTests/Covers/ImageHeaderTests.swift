import SeededRandom
import Testing

@testable import Domain

@Suite("Headers of images")
struct ImageHeaderTests {
  private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + [UInt8]("IHDR".utf8) + width + height
      + [8, 6, 0, 0, 0]
  }

  /// A frame after these bytes.
  private static func jpeg(_ before: [UInt8] = [], _ kind: UInt8 = 0xC0) -> [UInt8] {
    [0xFF, 0xD8] + before + [0xFF, kind, 0, 17, 8, 0x02, 0x58, 0x01, 0x90, 3]
  }

  private static func webp(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    [UInt8]("RIFF".utf8) + [100, 0, 0, 0] + [UInt8]("WEBP".utf8) + [UInt8](kind.utf8) + [50, 0, 0, 0] + content
  }

  private static let wide: [UInt8] = [0, 0, 1, 0x90]
  private static let tall: [UInt8] = [0, 0, 2, 0x58]
  private static let lossy = webp("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x01, 0x58, 0x02])
  // 14 bits of 399, then 14 bits of 599.
  private static let lossless = webp("VP8L", [0x2F, 0x8F, 0xC1, 0x95, 0x00])
  private static let extended = webp("VP8X", [0, 0, 0, 0, 0x8F, 0x01, 0, 0x57, 0x02, 0])

  static let images: [(String, ImageHeader.Format, [UInt8])] = [
    ("PNG", .png, png(wide, tall)),
    ("JPEG", .jpeg, jpeg()),
    ("progressive JPEG", .jpeg, jpeg([], 0xC2)),
    ("JPEG with segments before the frame", .jpeg, jpeg([0xFF, 0xE0, 0, 4, 0xFF, 0xC0, 0xFF, 0xFE, 0, 2])),
    ("JPEG with fill bytes and a marker without a segment", .jpeg, jpeg([0xFF, 0xFF, 0xFF, 0x01])),
    ("lossy WebP", .webp, lossy), ("lossless WebP", .webp, lossless), ("extended WebP", .webp, extended),
  ]

  @Test("Reads the format and the size", arguments: images)
  func sizes(name: String, format: ImageHeader.Format, bytes: [UInt8]) throws {
    #expect(try ImageHeader(reading: bytes) == ImageHeader(format: format, width: 400, height: 600), "\(name)")
    #expect(try ImageHeader(reading: bytes + [0, 1, 2]).width == 400)
  }

  @Test("Rejects each image that ends before its size", arguments: images)
  func shortened(name: String, format: ImageHeader.Format, bytes: [UInt8]) {
    // The size of a PNG is followed by other bytes, that of a JPEG by the number of components.
    let needed = format == .png ? bytes.count - 5 : format == .jpeg ? bytes.count - 1 : bytes.count
    for count in 0..<needed {
      #expect(throws: CoverProblem.self, "\(name) with \(count) bytes") {
        _ = try ImageHeader(reading: Array(bytes.prefix(count)))
      }
    }
  }

  @Test(
    "Rejects other formats by their content",
    arguments: [
      [], [0], [UInt8]("GIF89a".utf8) + [1, 0, 1, 0], [UInt8]("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8),
      [UInt8]("BM".utf8), [0xFF, 0xD8], [0, 0, 0, 24] + [UInt8]("ftypavif".utf8), [UInt8]("RIFF....WAVEfmt ".utf8),
      [UInt8]("%PDF-1.7".utf8), [0x89, 0x50, 0x4E, 0x47],
    ] as [[UInt8]])
  func unknown(bytes: [UInt8]) {
    #expect(throws: CoverProblem.unknownType) { _ = try ImageHeader(reading: bytes) }
  }

  static let damaged: [[UInt8]] = [
    png([0, 0, 0, 0], tall), png(wide, [0, 0, 0, 0]),
    // Another first chunk, and another length of it.
    Array(png(wide, tall).prefix(12)) + [UInt8]("IDAT".utf8) + wide + tall,
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 12] + [UInt8]("IHDR".utf8) + wide + tall,
    // A scan before the frame, the end, a segment shorter than its length field, and bytes between segments.
    jpeg([0xFF, 0xDA, 0, 2]), jpeg([0xFF, 0xD9]), jpeg([0xFF, 0xE0, 0, 1]), jpeg([0xFF, 0xE0, 0, 2, 0x00]),
    // A segment that leads beyond the end, and a frame of height 0.
    jpeg([0xFF, 0xE0, 0xFF, 0xFF]), [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 0, 1, 0x90, 3],
    // Segments with tables, which do not start a frame.
    jpeg([], 0xC4), jpeg([], 0xCC),
    // Not a key frame, a wrong start code, a wrong signature, and an unknown chunk.
    webp("VP8 ", [0x11, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x01, 0x58, 0x02]),
    webp("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2B, 0x90, 0x01, 0x58, 0x02]),
    webp("VP8L", [0x2E, 0x8F, 0xC1, 0x95, 0x00]), webp("ALPH", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  @Test("Rejects a damaged header", arguments: damaged)
  func damage(bytes: [UInt8]) {
    #expect(throws: CoverProblem.damaged) { _ = try ImageHeader(reading: bytes) }
  }

  @Test("Limits the bytes and the pixels")
  func limits() throws {
    func image(width: Int, height: Int = 1) -> [UInt8] {
      Self.png([0, 0, UInt8(width >> 8), UInt8(width & 255)], [0, 0, UInt8(height >> 8), UInt8(height & 255)])
    }
    #expect(try CoverRules.header(of: image(width: 4_000, height: 4_000)).height == 4_000)
    #expect(throws: CoverProblem.tooManyPixels) { _ = try CoverRules.header(of: image(width: 4_001)) }
    #expect(throws: CoverProblem.tooManyPixels) { _ = try CoverRules.header(of: image(width: 1, height: 4_001)) }
    #expect(throws: CoverProblem.tooManyPixels) {
      _ = try CoverRules.header(of: Self.png([0xFF, 0xFF, 0xFF, 0xFF], Self.tall))
    }
    let start = image(width: 2)
    let largest = start + [UInt8](repeating: 0, count: CoverRules.mostBytes - start.count)
    #expect(try CoverRules.header(of: largest).width == 2)
    #expect(throws: CoverProblem.tooLarge) { _ = try CoverRules.header(of: largest + [0]) }
  }

  @Test("Limits the covers of a user")
  func totals() {
    let (most, bytes) = (CoverRules.mostCovers, CoverRules.mostBytesOfUser)
    #expect(CoverRules.mayStore(size: 10, replacing: nil, count: most - 1, bytes: 0))
    #expect(!CoverRules.mayStore(size: 10, replacing: nil, count: most, bytes: 0))
    #expect(CoverRules.mayStore(size: 10, replacing: 5, count: most, bytes: 5))
    #expect(CoverRules.mayStore(size: 10, replacing: nil, count: 1, bytes: bytes - 10))
    #expect(!CoverRules.mayStore(size: 11, replacing: nil, count: 1, bytes: bytes - 10))
    #expect(CoverRules.mayStore(size: 11, replacing: 1, count: 1, bytes: bytes - 10))
  }

  @Test("Never accepts a size of 0 from random changes")
  func random() {
    var random = SplitMix(seed: 23)
    for _ in 0..<20_000 {
      guard var bytes = Self.images.randomElement(using: &random)?.2 else { return }
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let header = try? ImageHeader(reading: bytes) else { continue }
      #expect(header.width > 0 && header.height > 0)
    }
  }
}
