import JSON
import SeededRandom
import Testing

@testable import Connectors

@Suite("Parts of JSON text")
struct JSONScanTests {
  private static let texts = [
    #"[1, "a\"]", {"b": [true, null, "}"]}, -1.5e3, [], {}]"#, "[]", " [ \n ] ", #"["\\", "é"]"#, "[[[[1]]]]",
    #"[{"a":1,"a":{"b":"]"}},"x"]"#,
  ]

  @Test("The items of a list are those that a parser finds", arguments: texts)
  func items(_ text: String) throws {
    let bytes = Array(text.utf8)
    let expected = try #require(JSONValue(parsing: bytes, depthLimit: 9)?.list)
    let found = try #require(JSONScan.list(bytes, depthLimit: 9, limit: 100))
    #expect(found.map { JSONValue(parsing: Array(bytes[$0]), depthLimit: 9)?.json } == expected.map(\.json))
  }

  @Test("A text that a parser accepts is accepted, however it was damaged")
  func damage() {
    var random = SplitMix(seed: 5)
    for _ in 0..<5_000 {
      var bytes = Array((Self.texts.randomElement(using: &random) ?? "[]").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = Array(#"[]{}",:\1 "#.utf8).randomElement(using: &random) ?? 0
      }
      let value = JSONValue(parsing: bytes, depthLimit: 9)
      let list = JSONScan.list(bytes, depthLimit: 9, limit: 100)
      let items = list?.map { JSONValue(parsing: Array(bytes[$0]), depthLimit: 9)?.json }
      if let expected = value?.list {
        #expect(items == expected.map(\.json), "\(String(decoding: bytes, as: UTF8.self))")
      } else if let items {
        // The parser of the items finds the other errors.
        #expect(items.contains(nil), "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test("Reading stops after the limit")
  func limit() {
    let bytes = Array(("[" + String(repeating: "0,", count: 1_000) + "0]").utf8)
    #expect(JSONScan.list(bytes, depthLimit: 2, limit: 10)?.count == 11)
    #expect(JSONScan.list(bytes, depthLimit: 2, limit: 1_001)?.count == 1_001)
  }

  @Test("Deeper text than the limit is rejected")
  func depth() {
    #expect(JSONScan.list(Array("[[[]]]".utf8), depthLimit: 3, limit: 9) != nil)
    #expect(JSONScan.list(Array("[[[]]]".utf8), depthLimit: 2, limit: 9) == nil)
  }

  @Test("The members of an object are found, and a list in one of them")
  func members() throws {
    let bytes = Array(#" {"a": 1, "b": [2, [3]], "a": "x"} "#.utf8)
    let members = try #require(JSONScan.object(bytes, depthLimit: 9))
    #expect(members.map { String(decoding: bytes[$0.name], as: UTF8.self) } == [#""a""#, #""b""#, #""a""#])
    let items = try #require(JSONScan.list(bytes, in: members[1].value, depthLimit: 9, limit: 9))
    #expect(items.map { String(decoding: bytes[$0], as: UTF8.self) } == ["2", "[3]"])
    #expect(JSONScan.list(bytes, in: members[0].value, depthLimit: 9, limit: 9) == nil)
    for text in ["", "[]", "{", #"{"a"}"#, #"{"a":1,}"#, #"{"a":1}}"#, "{}x"] {
      #expect(JSONScan.object(Array(text.utf8), depthLimit: 9) == nil, "\(text)")
    }
  }
}
