import Chronology
import Proto
import Testing

@Suite struct ShapeTests {
  enum Mood: String, Codable, CaseIterable { case calm, wild }

  struct Sample: Codable {
    struct Inner: Codable { var x: Int }
    var name: String
    var at: Instant
    var day: Day?
    var mood: Mood
    var inner: Inner
    var list: [Inner]
    var byName: [String: Double]
    var raw: RawCBOR
    var bytes: [UInt8]
    var maybe: Bool?
    var moods: [Mood]?
    var after: Int
  }

  @Test("The shape of a type is recorded from its decoding")
  func listening() throws {
    let shape = Shape.of(Sample.self)
    #expect(
      shape.properties.map(\.name) == [
        "name", "at", "day", "mood", "inner", "list", "byName", "raw", "bytes", "maybe", "moods", "after",
      ])
    #expect(shape.properties.filter { !$0.isRequired }.map(\.name) == ["day", "maybe", "moods"])
    #expect(shape[property: "at"]?.shape == Shape("string", format: "date-time"))
    #expect(shape[property: "day"]?.shape == Shape("string", "null", format: "date"))
    #expect(shape[property: "mood"]?.shape == Shape("string", values: ["calm", "wild"]))
    let inner = Shape("object", properties: [.init(name: "x", shape: Shape("integer"), isRequired: true)])
    #expect(shape[property: "inner"]?.shape == inner)
    #expect(shape[property: "list"]?.shape.items == [inner])
    #expect(shape[property: "byName"]?.shape.additional == [Shape("number")])
    #expect(shape[property: "raw"]?.shape == Shape())
    #expect(shape[property: "moods"]?.shape.types == ["array", "null"])
  }

  @Test("A shape round-trips as JSON Schema")
  func schema() throws {
    let shape = Shape.of(Sample.self)
    let bytes = try CBOREncoder.encode(shape)
    #expect(try CBORDecoder.decode(Shape.self, from: bytes) == shape)
    let small = try CBOREncoder.encode(Shape.of(Sample.Inner.self))
    struct Expected: Encodable {
      struct Properties: Encodable { var x = ["type": "integer"] }
      var type = "object"
      var properties = Properties()
      var required = ["x"]
    }
    #expect(small == (try CBOREncoder.encode(Expected())))
  }

  @Test("A call without members is an object, and an empty reply is null")
  func empty() {
    struct Empty: Codable {}
    #expect(Shape.of(Empty.self) == Shape("object"))
    #expect(Shape.of(Nothing.self) == Shape("null"))
  }
}
