import Chronology
import JSON
import Proto
import SeededRandom
import Testing

@testable import EdgeHTTP

@Suite struct CBORToJSONTests {
  @Test(
    "Writes replies in the documented form",
    arguments: [
      ([0x0C], "12"), ([0x38, 0x63], "-100"), ([0x1B, 255, 255, 255, 255, 255, 255, 255, 255], "18446744073709551615"),
      ([0xF9, 0x4A, 0x00], "12"), ([0xF9, 0x3E, 0x00], "1.5"), ([0xF9, 0x7E, 0x00], "null"),
      ([0xF9, 0x7C, 0x00], "null"), ([0xF9, 0x80, 0x00], "0"),
      ([0xFB, 0x3F, 0xD3, 0x33, 0x33, 0x33, 0x33, 0x33, 0x34], "0.30000000000000004"),
      ([0xFB, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0x00, 0x75, 0x9C], "1e300"), ([0xF6], "null"), ([0xF7], "null"),
      ([0xC1, 0x00], "\"1970-01-01T00:00:00Z\""), ([0xC1, 0x20], "\"1969-12-31T23:59:59Z\""),
      ([0xC1, 0xFA, 0xBF, 0x00, 0x00, 0x00], "\"1969-12-31T23:59:59Z\""),
      ([0xC1, 0x1A, 0x51, 0x4B, 0x67, 0xB0], "\"2013-03-21T20:04:00Z\""),
      ([0x65, 0x61, 0x22, 0x5C, 0x0A, 0x01], "\"a\\\"\\\\\\n\\u0001\""), ([0x80], "[]"), ([0xA0], "{}"),
      ([0x9F, 0x01, 0x82, 0x02, 0x03, 0xFF], "[1,[2,3]]"), ([0xBF, 0x61, 0x61, 0x9F, 0xFF, 0xFF], "{\"a\":[]}"),
      ([0xA2, 0x61, 0x61, 0x01, 0x61, 0x62, 0xA0], "{\"a\":1,\"b\":{}}"), ([0xA1, 0x05, 0xF5], "{\"5\":true}"),
      ([0xA2, 0xF4, 0x81, 0x80, 0x20, 0x80], "{\"false\":[[]],\"-1\":[]}"),
      ([0x83, 0xA1, 0x61, 0x61, 0x82, 0xA0, 0xF6, 0x02, 0x80], "[{\"a\":[{},null]},2,[]]"),
      ([0x44, 1, 2, 3, 4], "\"AQIDBA==\""), ([0xC2, 0x41, 0x01], "\"AQ==\""),
    ] as [([UInt8], String)])
  func values(cbor: [UInt8], json: String) throws {
    #expect(try text(cbor) == json)
  }

  @Test("Escapes a byte at any place of a string")
  func escapes() {
    for byte in UInt8(0)..<0x80 {
      let escaped =
        switch byte {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0..<0x10: "\\u000" + String(byte, radix: 16)
        case 0x10..<0x20: "\\u001" + String(byte & 15, radix: 16)
        default: String(UnicodeScalar(byte))
        }
      for before in 0...17 {
        for after in [0, 1, 7, 8, 9] {
          let (head, tail) = (String(repeating: "ä", count: before), String(repeating: "b", count: after))
          for middle in 1...2 {
            var output: [UInt8] = []
            let text = head + String(repeating: String(UnicodeScalar(byte)), count: middle) + tail
            JSONBytes.append(text, to: &output)
            let expected = "\"" + head + String(repeating: escaped, count: middle) + tail + "\""
            #expect(String(decoding: output, as: UTF8.self) == expected)
          }
        }
      }
    }
  }

  @Test("Writes whole numbers with all digits", arguments: (0..<64).map { UInt64(1) << UInt64($0) })
  func wholeNumbers(power: UInt64) {
    for value in [power - 1, power, .max - power] {
      var output: [UInt8] = []
      JSONBytes.append(value, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == String(value))
    }
  }

  @Test("Writes whole numbers up to ±2⁵³ without a fraction or exponent")
  func greatestWholeResult() throws {
    for (value, written) in [
      (0x1p53, "9007199254740992"), (-0x1p53, "-9007199254740992"), (0x1p53 - 1, "9007199254740991"),
      (1 - 0x1p53, "-9007199254740991"), (1e15, "1000000000000000"), (-0.0, "0"), (0x1p53 + 2, "9.007199254740994e15"),
    ] as [(Double, String)] {
      var output: [UInt8] = []
      JSONBytes.append(value, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == written)
      var writer = CBORWriter()
      writer.float(value)
      #expect(try text(writer.bytes) == written)
    }
  }

  @Test("Writes an instant like its description")
  func instants() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    for _ in 0..<500 {
      let seconds = Instant.earliestText.seconds...Instant.latestText.seconds
      let instant = Instant(seconds: Int64.random(in: seconds, using: &random))
      var output: [UInt8] = []
      JSONBytes.append(instant: instant.seconds, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == "\"\(instant)\"", "seed \(seed)")
    }
  }

  @Test("Numbers are equal after parsing, and short")
  func numbers() throws {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    for _ in 0..<2_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      var output: [UInt8] = []
      JSONBytes.append(value, to: &output)
      let written = String(decoding: output, as: UTF8.self)
      #expect(Double(written) == value, "seed \(seed): \(written)")
      #expect(written.count <= 24)
      #expect(!written.hasSuffix(".0"))
    }
  }

  @Test(
    "Throws for items that JSON cannot express",
    arguments: [
      [0xFF], [0x5F, 0xFF], [0xC1, 0x60], [0x82, 0x01], [0xA1, 0x80, 0x01], [0xA1, 0xA1, 0x05, 0xF5, 0xF5],
      [0xA1, 0xD8, 0x20, 0xA0, 0x01], [0xBF, 0x40, 0x05, 0xBF, 0x05, 0xF5, 0xFF, 0xF5, 0xFF],
    ] as [[UInt8]])
  func unwritable(cbor: [UInt8]) {
    #expect(throws: (any Error).self) { _ = try text(cbor) }
  }
}
