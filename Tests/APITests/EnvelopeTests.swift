import API
import Chronology
import Domain
import Proto
import Testing

@Suite("Envelopes and optional members of responses")
struct EnvelopeTests {
  @Test("The last page writes a null cursor")
  func page() throws {
    let page = Page(items: [Hero(id: "ada", name: "Ada")])
    let bytes = try CBOREncoder.encode(page)
    let members = try CBORDecoder.decode([String: RawCBOR].self, from: bytes)
    #expect(members["nextCursor"]?.bytes == [0xF6])
    let back = try CBORDecoder.decode(Page<Hero>.self, from: bytes)
    #expect(back.items == page.items && back.nextCursor == nil)
    let more = try CBOREncoder.encode(Page(items: [Hero](), nextCursor: "YQ"))
    #expect(try CBORDecoder.decode(Page<Hero>.self, from: more).nextCursor == "YQ")
  }

  @Test("A page without a cursor is the last one")
  func shortPage() throws {
    let bytes = try CBOREncoder.encode(["items": [["id": "ada", "name": "Ada"]]])
    #expect(try CBORDecoder.decode(Page<Hero>.self, from: bytes).nextCursor == nil)
  }

  @Test("A write's reply keeps `created` and `replayed`", arguments: [true, false])
  func written(flag: Bool) throws {
    let written = Written(created: flag, replayed: !flag, value: Hero(id: "ada", name: "Ada"))
    let back = try CBORDecoder.decode(Written<Hero>.self, from: try CBOREncoder.encode(written))
    #expect(back.created == flag && back.replayed == !flag && back.value == written.value)
  }

  @Test("Optional members are written as null and may be missing when read")
  func optional() throws {
    let story = Story(id: "moon", title: "Moon", estimatedDuration: 60, createdAt: Instant(seconds: 0))
    let bytes = try CBOREncoder.encode(story)
    var members = try CBORDecoder.decode([String: RawCBOR].self, from: bytes)
    #expect(members["heroId"]?.bytes == [0xF6])
    #expect(try CBORDecoder.decode(Story.self, from: bytes) == story)
    members["heroId"] = nil
    members["colour"] = RawCBOR(bytes: [0x83, 0x01, 0x02, 0x03])
    #expect(try CBORDecoder.decode(Story.self, from: try CBOREncoder.encode(members)) == story)
  }

  @Test("Names a missing required member", arguments: ["id", "title", "estimatedDuration"])
  func missing(name: String) throws {
    let call = SessionAPI.SaveStory(id: "moon", title: "Moon", estimatedDuration: 60)
    var members = try CBORDecoder.decode([String: RawCBOR].self, from: try CBOREncoder.encode(call))
    members[name] = nil
    let bytes = try CBOREncoder.encode(members)
    let fault = #expect(throws: Fault.self) { try CBORDecoder.decode(SessionAPI.SaveStory.self, from: bytes) }
    #expect(fault?.fields == [Fault.Field(field: name, message: "is required")])
  }

  @Test("The shape of an envelope contains the shape of its value")
  func shape() throws {
    let shape = Shape.of(Written<Page<Hero>>.self)
    #expect(shape.properties.map(\.name) == ["created", "replayed", "value"])
    let page = try #require(shape[property: "value"]?.shape)
    #expect(page[property: "items"]?.shape.items == [Shape.of(Hero.self)])
    #expect(page[property: "nextCursor"]?.shape == Shape("string", "null"))
    #expect(page[property: "nextCursor"]?.isRequired == false)
  }
}
