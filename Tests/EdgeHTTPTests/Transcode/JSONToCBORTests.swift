import Foundation
import Proto
import SeededRandom
import Testing

@testable import EdgeHTTP

/// Returns a body as hexadecimal CBOR.
func transcoded(_ json: [UInt8]) throws(RequestProblem) -> [UInt8] {
  var writer = CBORWriter()
  var transcoder = JSONToCBOR()
  // The bytes after a body belong to the next request.
  let padded = Array("{".utf8) + json + Array("}]\"".utf8)
  try transcoder.item(padded.span, 1..<(json.count + 1), into: &writer)
  return writer.bytes
}

func text(_ cbor: [UInt8]) throws -> String {
  var output: [UInt8] = []
  var transcoder = CBORToJSON()
  try cbor.withUnsafeBytes { try transcoder.append($0, to: &output) }
  return String(decoding: output, as: UTF8.self)
}

@Suite struct JSONToCBORTests {
  private func hex(_ json: String) throws(RequestProblem) -> String {
    try transcoded([UInt8](json.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "Encodes values as the shortest CBOR",
    arguments: [
      ("12.0", "0c"), ("1e2", "1864"), ("1E+2", "1864"), ("100e-2", "01"), ("0", "00"), ("-0", "00"), ("-0.0", "00"),
      ("0e99999999999", "00"), ("-1", "20"), ("1.5", "f93e00"), ("0.1", "fb3fb999999999999a"),
      ("9223372036854775807", "1b7fffffffffffffff"), ("-9223372036854775808", "3b7fffffffffffffff"),
      ("9223372036854775808", "fa5f000000"), ("9007199254740993.0", "1b0020000000000001"),
      ("1000000000000000000000e-3", "1b0de0b6b3a7640000"), ("1.7976931348623157e308", "fb7fefffffffffffff"),
      ("5e-324", "fb0000000000000001"), ("1e-400", "f90000"), ("0.30000000000000004", "fb3fd3333333333334"),
      ("true", "f5"), ("false", "f4"), ("null", "f6"), ("\"\"", "60"), ("\"a\\nb\"", "63610a62"),
      ("\"\\u00e4\"", "62c3a4"), ("\"\\ud83d\\ude00\"", "64f09f9880"), ("\"ä\"", "62c3a4"), ("[]", "80"),
      ("{}", "a0"), (" [ 1 , 2 ] ", "820102"), ("{\"a\":{\"b\":[]}}", "a16161a1616280"),
    ])
  func values(json: String, cbor: String) throws {
    #expect(try hex(json) == cbor)
  }

  @Test(
    "Rejects malformed JSON with 400",
    arguments: [
      "", " ", "nul", "tru", "True", "NaN", "Infinity", "01", "1.", ".5", "+1", "-", "1e", "1e+", "0x1", "1_0", "1e400",
      "-1e400", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800x\"",
      "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{1}\"", "\"a\nb\"", "'a'", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]",
      "]",
      "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{1:1}", "{\"a\" 1}",
      "{\"a\":1]",
      "[1}", "1 2", "{} {}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "[{\"x\":{\"k\":1,\"k\":1}}]",
      "\u{FEFF}{}",
    ])
  func malformed(json: String) {
    #expect { _ = try hex(json) } throws: { ($0 as? RequestProblem)?.status == 400 }
  }

  @Test(
    "Rejects bytes that are not UTF-8 with 400",
    arguments: [
      [0xFF], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0x80],
    ] as [[UInt8]])
  func invalidText(bytes: [UInt8]) {
    #expect { _ = try transcoded([0x22] + bytes + [0x22]) } throws: { ($0 as? RequestProblem)?.status == 400 }
  }

  @Test("Accepts 64 levels and rejects 65")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try hex(nested(64)).count == 128)
    #expect { _ = try hex(nested(65)) } throws: { ($0 as? RequestProblem)?.status == 400 }
    #expect { _ = try hex(nested(1_000_000)) } throws: { ($0 as? RequestProblem)?.status == 400 }
    let object = String(repeating: "{\"a\":", count: 64) + "1" + String(repeating: "}", count: 64)
    #expect(throws: Never.self) { _ = try hex(object) }
  }

  @Test("Finds a duplicate name among many, at any place")
  func manyNames() throws {
    for count in [2, 15, 16, 17, 100, 5_000] {
      let names = (0..<count).map { "\"name\($0)\":\($0)" }
      #expect(throws: Never.self) { _ = try hex("{\(names.joined(separator: ","))}") }
      let twice = names + ["\"n\\u0061me\(count / 2)\":0"]
      #expect { _ = try hex("{\(twice.joined(separator: ","))}") } throws: { ($0 as? RequestProblem)?.status == 400 }
    }
  }

  private func argument(_ json: String, overriding: [String]) throws(RequestProblem) -> [UInt8] {
    var writer = CBORWriter()
    var transcoder = JSONToCBOR()
    let opened = writer.open()
    for name in overriding {
      writer.text(name)
      writer.text("given")
    }
    let bytes = [UInt8](json.utf8)
    try transcoder.argument(
      bytes.span, 0..<bytes.count, into: &writer, opened: opened, count: overriding.count,
      overriding: overriding.map { [UInt8]($0.utf8) })
    return writer.bytes
  }

  @Test("Parameters override members of the body")
  func overriding() throws {
    let cbor = try argument(
      #"{"a":1,"i\u0064":{"x":[1]},"b":{"id":2},"c":3}"#, overriding: ["id"])
    #expect(try text(cbor) == #"{"id":"given","a":1,"b":{"id":2},"c":3}"#)
    #expect(try text(try argument(#"{"id":1}"#, overriding: ["id"])) == #"{"id":"given"}"#)
    #expect { _ = try argument(#"{"id":1,"id":2}"#, overriding: ["id"]) } throws: {
      ($0 as? RequestProblem)?.status == 400
    }
  }

  @Test("A JSON body that is not an object is 422", arguments: ["[]", "1", "\"a\"", "null", " [1,2] "])
  func noObject(json: String) {
    #expect { _ = try argument(json, overriding: []) } throws: { ($0 as? RequestProblem)?.status == 422 }
    #expect { _ = try argument(json + "]", overriding: []) } throws: { ($0 as? RequestProblem)?.status == 400 }
  }

  @Test("Decodes random values like Foundation")
  func roundTrip() throws {
    let seed = testSeed()
    var generator = SplitMix(seed: seed)
    for round in 0..<500 {
      let json = RandomJSON.value(&generator, depth: 0)
      let back = try text(transcoded([UInt8](json.utf8)))
      let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
      let expected = try JSONSerialization.jsonObject(with: Data(json.utf8), options: options) as? NSObject
      let found = try JSONSerialization.jsonObject(with: Data(back.utf8), options: options) as? NSObject
      #expect(expected == found, "seed \(seed), round \(round): \(json) became \(back)")
    }
  }

  @Test("Rejects every damaged text that Foundation rejects")
  func damaged() throws {
    let seed = testSeed()
    var generator = SplitMix(seed: seed)
    for round in 0..<1_000 {
      var bytes = [UInt8](RandomJSON.value(&generator, depth: 0).utf8)
      for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &generator)
        bytes[place] = [UInt8]("{}[]\",:\\ue0-+.1 \u{0}".utf8).randomElement(using: &generator) ?? 0
      }
      guard let cbor = try? transcoded(bytes) else { continue }
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])) != nil
      #expect(isJSON, "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self))")
      #expect(throws: Never.self) { try cbor.withUnsafeBytes { try CBORCheck.wellFormed($0) } }
    }
  }
}

/// Random JSON, reproducible from its seed.
enum RandomJSON {
  static func value(_ random: inout SplitMix, depth: Int) -> String {
    switch Int.random(in: 0...(depth > 4 ? 5 : 8), using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return String(Int.random(in: -1_000_000...1_000_000, using: &random))
    case 3: return String(Int64.random(in: .min ... .max, using: &random))
    case 4: return String(Double.random(in: -1e9...1e9, using: &random))
    case 5: return text(&random)
    case 6, 7:
      let members = (0..<Int.random(in: 0...30, using: &random) / (depth + 1)).map { index in
        "\"k\(index)\" : " + value(&random, depth: depth + 1)
      }
      return "{" + members.joined(separator: ",\n") + "}"
    default:
      let count = Int.random(in: 0...40, using: &random) / (depth + 1)
      return "[" + (0..<count).map { _ in value(&random, depth: depth + 1) }.joined(separator: " , ") + "]"
    }
  }

  private static func text(_ random: inout SplitMix) -> String {
    let pieces = [
      "a", "\\n", "\\\"", "\\\\", "\\/", "\\u00e9", "é", "\\ud83d\\ude00", "😀", "€", " ", "\\t", "\\u0001", "zz",
    ]
    return "\""
      + (0..<Int.random(in: 0...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined() + "\""
  }
}
