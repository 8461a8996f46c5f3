import API
import Chronology
import Domain
import Proto
import Testing

@Suite("Members of a merge patch")
struct PatchTests {
  private typealias Patched = SessionAPI.PatchListeningSession

  private func decoded(_ members: [String: RawCBOR]) throws -> Patched {
    try CBORDecoder.decode(Patched.self, from: try CBOREncoder.encode(members))
  }

  private func raw(_ value: some Encodable) throws -> RawCBOR { RawCBOR(bytes: try CBOREncoder.encode(value)) }

  @Test("An absent member is unchanged, null is cleared and a value is set")
  func reading() throws {
    let call = try decoded(["id": raw("x"), "completed": RawCBOR(bytes: [0xF6]), "duration": raw(12)])
    #expect(call.endedAt == .unchanged && call.completed == .cleared && call.duration == .set(12))
  }

  @Test("Encodes unchanged as an absent key and cleared as null")
  func writing() throws {
    let call = Patched(id: "x", completed: .cleared, duration: .set(1.5))
    let members = try CBORDecoder.decode([String: RawCBOR].self, from: try CBOREncoder.encode(call))
    #expect(Set(members.keys) == ["id", "completed", "duration"])
    #expect(members["completed"]?.bytes == [0xF6])
    #expect(try CBORDecoder.decode(Patched.self, from: try CBOREncoder.encode(call)).duration == .set(1.5))
  }

  @Test("An empty patch contains only the id")
  func nothing() throws {
    let bytes = try CBOREncoder.encode(Patched(id: "x"))
    #expect(try CBORDecoder.decode([String: String].self, from: bytes) == ["id": "x"])
  }

  @Test("Rejects a value of the wrong type, naming the member")
  func wrongType() throws {
    let fault = #expect(throws: Fault.self) { try decoded(["id": raw("x"), "duration": raw("long")]) }
    #expect(fault?.code == .invalid && fault?.fields?.map(\.field) == ["duration"])
  }

  @Test("Ignores unknown members")
  func unknown() throws {
    let call = try decoded(["id": raw("x"), "mood": raw(["deep": [1, 2]]), "endedAt": raw("2026-11-20T10:00:00Z")])
    #expect(call.id == "x" && call.endedAt == .set(Instant(seconds: 1_795_168_800)))
  }

  @Test("The shape of a patch allows null and has no required members")
  func shape() {
    let shape = Shape.of(Patched.self)
    #expect(shape.properties.filter(\.isRequired).map(\.name) == ["id"])
    #expect(shape[property: "endedAt"]?.shape == Shape("string", "null", format: "date-time"))
    #expect(shape[property: "completed"]?.shape == Shape("boolean", "null"))
    #expect(shape[property: "duration"]?.shape == Shape("number", "null"))
  }
}
