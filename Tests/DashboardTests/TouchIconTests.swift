import Compression
import Foundation
import Testing

@testable import Dashboard

@Suite("The icon for home screens")
struct TouchIconTests {
  private static let svg = """
    <svg viewBox="0 0 64 64"><rect width="64" height="64" fill="#4F4BC9"/>\
    <path d="M14 44 26 20 34 34 40 24 50 44Z" fill="none" stroke="#FFFFFF" stroke-width="5"/></svg>
    """

  @Test("Draws the icon's line on a background that fills the square")
  func pixels() throws {
    let icon = try #require(TouchIcon(svg: Self.svg))
    let (ground, ink): ([UInt8], [UInt8]) = ([0x4F, 0x4B, 0xC9], [0xFF, 0xFF, 0xFF])
    let last = TouchIcon.size - 1
    for (x, y) in [(0, 0), (last, 0), (0, last), (last, last), (90, 110)] { #expect(icon.pixel(x, y) == ground) }
    // The corners of the line and the middle of its closing side, scaled by 180 / 64.
    for (x, y) in [(14, 44), (26, 20), (34, 34), (40, 24), (50, 44), (32, 44)] {
      #expect(icon.pixel(x * 180 / 64, y * 180 / 64) == ink, "\(x), \(y)")
    }
  }

  @Test("The line is within the circle that every shape of an icon shows", arguments: [64, 180, 192, 512])
  func safe(size: Int) throws {
    let icon = try #require(TouchIcon(svg: Self.svg, size: size))
    let (ground, middle) = (icon.pixel(0, 0), Double(size) / 2)
    var (inked, farthest) = (0, 0.0)
    for y in 0..<size {
      for x in 0..<size where icon.pixel(x, y) != ground {
        inked += 1
        let (right, down) = (Double(x) + 0.5 - middle, Double(y) + 0.5 - middle)
        farthest = max(farthest, (right * right + down * down).squareRoot())
      }
    }
    #expect(inked > size && farthest < 0.4 * Double(size))
  }

  @Test("The PNG has the pixels of the drawing")
  func rows() throws {
    let icon = try #require(TouchIcon(svg: Self.svg, size: 64))
    var rows: [UInt8] = []
    for y in 0..<64 { rows += [0] + (0..<64).flatMap { icon.pixel($0, y) } }
    let bytes = try #require(icon.png())
    let packed = try #require(Deflate.zlib(rows))
    #expect(bytes.count == 8 + 25 + 12 + packed.count + 12 && bytes[41..<41 + packed.count].elementsEqual(packed))
  }

  @Test("Encodes a PNG with valid chunks")
  func chunks() throws {
    let bytes = try #require(TouchIcon(svg: Self.svg)?.png())
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    var names: [String] = []
    var rest = bytes.dropFirst(8)
    while !rest.isEmpty {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      names.append(String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self))
      rest = rest.dropFirst(count + 12)
    }
    #expect(names == ["IHDR", "IDAT", "IEND"] && bytes.count < 10_000)
    #expect(bytes.suffix(4) == [0xAE, 0x42, 0x60, 0x82], "the checksum of the IEND chunk")
  }

  @Test(
    "Rejects other pictures",
    arguments: [
      "", "<svg/>", TouchIconTests.svg.replacing("64\">", with: "32\">"), TouchIconTests.svg.replacing("Z", with: ""),
    ])
  func others(text: String) {
    #expect(TouchIcon(svg: text) == nil)
  }
}
