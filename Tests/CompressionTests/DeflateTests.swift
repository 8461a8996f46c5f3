import CZlib
import Foundation
import Programs
import SeededRandom
import Testing

@testable import Compression

@Suite("Deflate")
struct DeflateTests {
  /// Repeating bytes, random ones, and both.
  private static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { place in
      seed == 0 || seed == 1 && place % 2 == 0 ? 7 : UInt8.random(in: 0...255, using: &random)
    }
  }

  private static func inflated(_ bytes: [UInt8], count: Int) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: max(1, count))
    var length = UInt(output.count)
    guard uncompress(&output, &length, bytes, UInt(bytes.count)) == Z_OK else { return nil }
    return Array(output.prefix(Int(length)))
  }

  @Test(
    "Inflating restores the bytes",
    arguments: [0, 1, 2, 100, 65_535, 65_536, 300_000], 0..<UInt64(3))
  func roundTrip(count: Int, seed: UInt64) throws {
    let bytes = Self.bytes(count, seed: seed)
    let small = try #require(Deflate.zlib(bytes))
    #expect(Self.inflated(small, count: count) == bytes, "seed \(seed)")
    #expect(Deflate.zlib(bytes) == small)
    if seed == 0, count > 100 { #expect(small.count < count / 50) }
  }

  @Test("The program gzip decompresses the output", arguments: [0, 5, 200_000])
  func gzip(count: Int) throws {
    let bytes = Self.bytes(count, seed: 1)
    let small = try #require(Deflate.gzip(bytes))
    #expect(small == Deflate.gzip(bytes), "the output contains no time")
    let unpacked = try Program.run("/usr/bin/env", ["gzip", "-dc"], input: small)
    #expect(unpacked.code == 0 && unpacked.output == bytes)
  }
}
