import Foundation
import SeededRandom
import Testing

@testable import JSON

@Suite("JSON writer")
struct JSONWriterTests {
  @Test(
    "Escapes quotes, backslashes and control characters, and nothing else",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t", #""\n\r\t""#),
      ("\u{0}\u{8}\u{1F}", #""\u0000\u0008\u001f""#), ("\u{7F}/é€𝄞", "\"\u{7F}/é€𝄞\""),
      ("0123456\"", #""0123456\"""#), ("01234567\u{1}9", #""01234567\u00019""#),
    ])
  func escapes(_ text: String, _ json: String) {
    #expect(JSONValue.text(text).json == json)
  }

  @Test("Escapes a byte at any place between any characters", arguments: 0..<24)
  func escapesAnywhere(_ place: Int) {
    for byte in [UInt8](0x00...0x22) + [0x5B, 0x5C, 0x5D, 0x7F] {
      for around: Character in ["a", "é", "!", "#", " "] {
        let text =
          String(repeating: around, count: place) + String(Unicode.Scalar(byte)) + String(repeating: around, count: 9)
        #expect(JSONValue.text(text).json == Self.slowlyQuoted(text))
      }
    }
  }

  @Test(
    "Writes whole numbers without a fraction and others in their shortest form",
    arguments: [
      (0, "0"), (-0.0, "0"), (5, "5"), (-12, "-12"), (0.1, "0.1"), (1e15, "1000000000000000"),
      (0x1p53, "9007199254740992"),
      (1e17, "1e17"), (1.5e-7, "1.5e-7"), (-2.5e300, "-2.5e300"), (.nan, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func numbers(_ number: Double, _ json: String) {
    #expect(JSONValue.number(number).json == json)
  }

  @Test("Writes the smallest and the greatest integer")
  func integers() {
    #expect(JSONValue.integer(.min).json == "-9223372036854775808")
    #expect(JSONValue.integer(.max).json == "9223372036854775807")
    var bytes: [UInt8] = []
    JSONBytes.append(UInt64.max, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "18446744073709551615")
  }

  @Test("A text in parts equals the whole text", arguments: [["a\"", "", "\\b\n"], [""], ["x"], ["", "\u{1}"]])
  func parts(_ parts: [String]) {
    var whole = JSONWriter()
    whole.object { $0.member("a", text: parts.joined()) }
    var text = ""
    for (index, part) in parts.enumerated() {
      // Each part may be written by another writer.
      var writer = JSONWriter()
      if index == 0 {
        writer.beginObject()
        writer.name("a")
      }
      writer.text(part: part, isFirst: index == 0, isLast: index == parts.count - 1)
      if index == parts.count - 1 { writer.endObject() }
      text += writer.text
    }
    #expect(text == whole.text)
  }

  @Test("Keeps the order of members and places commas between values only")
  func structure() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("b", text: "x")
      writer.name("a")
      writer.list { writer in
        writer.value(1)
        writer.object { _ in }
        writer.list { _ in }
        writer.raw("[2]".utf8)
      }
      writer.members(of: Array("{}".utf8))
      writer.members(of: JSONValue.object([("m", 1), ("n", 2)]).bytes)
      writer.member("c", ["z": nil, "y": [true, 0.5]])
    }
    #expect(writer.text == #"{"b":"x","a":[1,{},[],[2]],"m":1,"n":2,"c":{"z":null,"y":[true,0.5]}}"#)
  }

  @Test("Writes a document in parts, with lines")
  func parts() {
    var first = JSONWriter()
    first.beginList()
    first.breakLine()
    first.value(1)
    var second = JSONWriter(isAfterValue: true)
    second.breakLine()
    second.value(2)
    second.breakLine()
    second.endList()
    second.endText()
    #expect(first.text + second.text == "[\n1,\n2\n]\n")
  }

  @Test("Writes a line for each item of a list", arguments: [(0, "[]"), (1, "[0]"), (3, "[0,\n 1,\n 2]")])
  func lines(_ count: Int, _ json: String) {
    #expect(JSONValue.lines((0..<count).map { .integer($0) }) == json)
  }

  @Test("Foundation reads random values as they were written", arguments: 0..<200)
  func readByFoundation(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let value = Self.value(depth: 0, &random)
    let read = try JSONSerialization.jsonObject(with: Data(value.bytes), options: .fragmentsAllowed)
    #expect(Self.isEqual(value, read as? NSObject ?? NSNull()), "seed \(seed): \(value.json)")
    #expect(JSONValue(parsing: value.bytes, depthLimit: 8)?.bytes == value.bytes, "seed \(seed)")
  }

  @Test("Parses escapes, numbers and nested values, and takes the last of repeated names")
  func parses() {
    let text = #" {"a": 1, "a": "\u00e9\ud83d\ude00\n\/", "b": [1, -2.5e2, true, null], "a\"": {} } "#
    let value = JSONValue(parsing: Array(text.utf8), depthLimit: 3)
    #expect(value?["a"]?.text == "é😀\n/")
    #expect(value?["b"]?.list?.map(\.json) == ["1", "-250", "true", "null"])
    #expect(value?["c"] == nil && value?["a"]?["b"] == nil && value?.text == nil && value?["a"]?.list == nil)
  }

  @Test(
    "Rejects malformed text",
    arguments: [
      "", "{", "[1,]", "{\"a\":}", "\"\\x\"", "nul", "1e999", "[1] 2", "\"\\u12\"", "[[[1]]]", "{1:2}", "\"a",
      "\"\\ud800",
    ])
  func rejects(_ text: String) {
    #expect(JSONValue(parsing: Array(text.utf8), depthLimit: 3) == nil)
  }

  @Test("Rejects bytes that are not UTF-8")
  func rejectsBytes() {
    #expect(JSONValue(parsing: [0x22, 0xFF, 0x22], depthLimit: 1) == nil)
  }

  private static func value(depth: Int, _ random: inout SplitMix) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 11..<64, using: &random)))
    case 3: .number(Double.random(in: -1e6...1e6, using: &random))
    case 4: .text(text(&random))
    case 5: .list((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default:
      .object(
        (0..<Int.random(in: 0..<4, using: &random)).map { ("\($0)" + text(&random), value(depth: depth + 1, &random)) })
    }
  }

  private static func text(_ random: inout SplitMix) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", " ", "\u{7F}", "é", "\u{2028}", "𝄞", "/",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<20, using: &random) { text.append(scalars.randomElement(using: &random) ?? "a") }
    return String(text)
  }

  private static func isEqual(_ value: JSONValue, _ read: NSObject) -> Bool {
    switch value {
    case .null: read is NSNull
    case .bool(let flag): (read as? NSNumber)?.boolValue == flag
    case .integer(let number): (read as? NSNumber)?.int64Value == Int64(number)
    // The number that was read may be a decimal one, which converts to a double inexactly.
    case .number(let number): (read as? NSNumber).flatMap { Double($0.stringValue) } == number
    case .text(let text): (read as? NSString).map { Array(($0 as String).utf8) == Array(text.utf8) } ?? false
    case .list(let items):
      (read as? NSArray).map { list in
        list.count == items.count && zip(items, list).allSatisfy { isEqual($0, $1 as? NSObject ?? NSNull()) }
      } ?? false
    case .object(let members):
      (read as? NSDictionary).map { object in
        object.count == members.count
          && members.allSatisfy { isEqual($0.1, object[$0.0] as? NSObject ?? NSString()) }
      } ?? false
    case .raw: false
    }
  }

  /// The obvious way, scalar by scalar.
  private static func slowlyQuoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
