import Foundation

/// Images for covers. Only their headers are valid.
enum CoverImages {
  static func png(width: Int = 400, height: Int = 600, count: Int = 100) -> [UInt8] {
    let size: [UInt8] = [width, height].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] }
    let start: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + [UInt8]("IHDR".utf8) + size
    return start + [UInt8](repeating: 7, count: max(0, count - start.count))
  }

  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0x02, 0x58, 0x01, 0x90, 3]
  static let webp: [UInt8] =
    [UInt8]("RIFF".utf8) + [26, 0, 0, 0] + [UInt8]("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x8F, 1, 0, 0x57, 2, 0]
}
