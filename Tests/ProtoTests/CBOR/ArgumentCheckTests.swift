import Chronology
import Proto
import Testing

@Suite struct ArgumentCheckTests {
  enum Mood: String, Codable, CaseIterable { case calm, wild }

  struct Sample: Codable, Sendable {
    struct Inner: Codable, Sendable {
      var x: Int
      var y: Double?
    }

    var name: String
    var at: Instant
    var until: Instant
    var day: Day?
    var mood: Mood
    var inner: Inner
    var list: [Inner]?
    var flag: Bool
    var raw: RawCBOR?
  }

  /// Returns a map of encoded members.
  private static func map(_ members: [(String, [UInt8])]) throws -> [UInt8] {
    try members.reduce(into: [0xA0 | UInt8(members.count)]) { $0 += try CBOREncoder.encode($1.0) + $1.1 }
  }

  private static func good() throws -> [(String, [UInt8])] {
    [
      ("name", try CBOREncoder.encode("n")), ("at", try CBOREncoder.encode("2026-11-20T10:00:00Z")),
      ("until", try CBOREncoder.encode("2026-11-20T11:00:00Z")), ("mood", try CBOREncoder.encode("calm")),
      ("inner", try map([("x", [1])])), ("flag", [0xF5]),
    ]
  }

  private func fault(_ bytes: [UInt8], _ validate: @escaping @Sendable (Sample) -> [Fault.Field] = { _ in [] })
    -> Fault?
  {
    do {
      _ = try CBORDecoder.decode(Sample.self, from: bytes)
      return nil
    } catch {
      return ArgumentCheck<Sample>(validate: validate).fault(error, in: bytes)
    }
  }

  private static let text: [UInt8] = [0x61, 0x61]
  private static let number: [UInt8] = [0x05]

  @Test(
    "Names exactly the wrong members",
    arguments: [
      ("name", number, "name"), ("at", text, "at"), ("until", [0xF6], "until"), ("day", text, "day"),
      ("mood", text, "mood"), ("inner", number, "inner"), ("inner", [0xA0], "inner.x"),
      ("inner", [0xA2, 0x61, 0x78, 0x61, 0x61, 0x61, 0x79, 0xF5], "inner.x inner.y"),
      ("list", [0x82, 0x05, 0xA1, 0x61, 0x78, 0xF4], "list[0] list[1].x"), ("flag", number, "flag"),
      ("flag", [], "flag"), ("raw", [0xF4], ""),
    ] as [(String, [UInt8], String)])
  func named(member: String, value: [UInt8], paths: String) throws {
    for other in ["", "name", "flag", "at"] where other != member {
      var members = try Self.good().filter { $0.0 != member }
      if !value.isEmpty { members.insert((member, value), at: 0) }
      if let index = members.firstIndex(where: { $0.0 == other }) { members[index].1 = [0x80] }
      let expected = Set(paths.split(separator: " ").map(String.init) + (other.isEmpty ? [] : [other]))
      let found = fault(try Self.map(members))
      #expect(Set(found?.fields?.map(\.field) ?? []) == expected)
      #expect(found?.fields?.count ?? 0 == expected.count && found?.fields?.allSatisfy { !$0.message.isEmpty } != false)
    }
  }

  @Test("An empty object lacks all required members")
  func empty() {
    #expect(fault([0xA0])?.fields?.map(\.field) == ["name", "at", "until", "mood", "inner", "flag"])
    #expect(fault([0x80])?.fields?.map(\.message) == ["must be an object"])
  }

  @Test("Validation gets the valid members, and its findings about samples are dropped")
  func validation() throws {
    var members = try Self.good()
    members[0].1 = Self.number
    members[1].1 = Self.text
    members[4].1 = [0xA2, 0x61, 0x78, 0x61, 0x61, 0x61, 0x79, 0x18, 0x2A]
    let found = fault(try Self.map(members)) { sample in
      var fields = ["name", "inner.x", "flag"].map { Fault.Field(field: $0, message: "is bad") }
      // The sample of an instant must not contradict the other instant.
      if sample.at != sample.until { fields.append(.init(field: "until", message: "is odd")) }
      if sample.inner.y == 42 { fields.append(.init(field: "inner.y", message: "is too great")) }
      return fields
    }
    #expect(found?.fields?.map(\.field) == ["name", "at", "inner.x", "flag", "inner.y"])
    #expect(found?.fields?.first?.message != "is bad")
  }

  @Test("Limits the number of named fields, and keeps the first error of invalid CBOR")
  func bounds() throws {
    let many = [UInt8](repeating: 5, count: 200)
    let members = try Self.good() + [("list", [0x98, 200] + many)]
    #expect(fault(try Self.map(members))?.fields?.count == CBORLimits.faultFields)
    let twice = try Self.map([("name", Self.text), ("name", Self.number)])
    #expect(fault(twice)?.fields?.map(\.message) == ["occurs twice"])
    #expect(fault([0xA1])?.fields == nil)
  }
}
