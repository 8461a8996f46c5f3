import API
import Chronology
import Domain
import Proto
import Testing

struct EventFixtureTests {
  @Test("Every event ever written decodes from its bytes", arguments: EventFixtures.all)
  func decodes(name: String, hex: String) throws {
    let event = try #require(EventSamples.all.first { $0.name == name }).event
    let bytes = try Self.bytes(of: hex)
    #expect(try CBORDecoder.decode(Event.self, from: bytes) == event)
    #expect(try Self.each(of: bytes) == [event])
  }

  @Test("Every event as written today has a fixture", arguments: EventSamples.all)
  func written(name: String, event: Event) throws {
    let written = Self.hex(of: try CBOREncoder.encode(event))
    let newest = EventFixtures.all.last { $0.name == name }?.hex
    #expect(newest == written, "add a fixture and keep the existing ones: (\"\(name)\", \"\(written)\")")
  }

  @Test("Every tag has a sample, and every sample the tag of its event")
  func complete() {
    let names = EventSamples.all.map(\.name)
    #expect(Set(names).count == names.count)
    for tag in Event.Tag.allCases { #expect(names.contains(tag.rawValue)) }
    for (name, event) in EventSamples.all {
      #expect(name.split(separator: ",").first.map(String.init) == event.tag.rawValue)
    }
  }

  @Test("The fast and the general decoder return the same recorded session")
  func quick() throws {
    for (index, storyId) in ["x", "a-story-of-more-than-fifteen-bytes", "日本", String(repeating: "i", count: 128)]
      .enumerated()
    {
      for duration in [0, 0.1, 1, 23, 24, 65_504, 3_600.5, 1e9, 1e300, 99.99] {
        for start in [Int64(0), 23, 24, 946_684_800, 1_795_168_800, 253_402_300_000] {
          let session = ListeningSession(
            storyId: storyId, startedAt: Instant(seconds: start), endedAt: Instant(seconds: start + 60),
            completed: index % 2 == 0, duration: duration, given: index == 1 ? duration * 2 : nil)
          let event = Event.listening(.recorded(ListeningRecorded(session: session)))
          let bytes = try CBOREncoder.encode(event)
          #expect(try Self.each(of: bytes + bytes) == [event, event])
        }
      }
    }
  }

  @Test("Reads a finish in the year 0, which the rules now reject")
  func yearZero() throws {
    let entry = LibraryEntry(workId: "w", status: .finished, finishedAt: Instant(seconds: -62_135_596_801))
    let event = Event.reading(.entrySaved(EntrySaved(entry: entry)))
    #expect(try Self.each(of: try CBOREncoder.encode(event)) == [event])
  }

  @Test("Decodes other valid encodings of a recorded session")
  func otherForms() throws {
    // An indefinite array, whose payload has another order, an additional member, an instant as text and no `given`.
    let other: [UInt8] =
      [0x9F, 0x70] + Array("session.recorded".utf8) + [0xA1, 0x67] + Array("session".utf8) + [0xA6, 0x64]
      + Array("more".utf8) + [0x01, 0x67] + Array("endedAt".utf8) + [0xC1, 0x18, 0x64, 0x69] + Array("startedAt".utf8)
      + [0x74] + Array("1970-01-01T00:00:01Z".utf8) + [0x67] + Array("storyId".utf8) + [0x61, 0x78, 0x69]
      + Array("completed".utf8) + [0xF5, 0x68] + Array("duration".utf8) + [0x05, 0xFF]
    let session = ListeningSession(
      storyId: "x", startedAt: Instant(seconds: 1), endedAt: Instant(seconds: 100), completed: true, duration: 5)
    #expect(try Self.each(of: other) == [.listening(.recorded(ListeningRecorded(session: session)))])
  }

  @Test(
    "Truncated or changed bytes cause a fault or another event, and never a crash",
    arguments: [
      "session.recorded", "session.recorded, capped", "reading.recorded", "ruck.recorded", "ruck.recorded, whole",
      "ruck.recorded, named",
    ])
  func damage(name: String) throws {
    let event = try #require(EventSamples.all.first { $0.name == name }).event
    let bytes = try CBOREncoder.encode(event)
    for count in 1..<bytes.count {
      #expect(throws: Fault.self) { try Self.each(of: Array(bytes.prefix(count))) }
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << UInt8(bit)
        // The general decoder, which expects no bytes, finds the same. Encoded, because NaN differs from itself.
        let general = try? CBOREncoder.encode([try CBORDecoder.decode(Event.self, from: changed)])
        #expect((try? CBOREncoder.encode(try Self.each(of: changed))) == general)
      }
    }
  }

  @Test(
    "The direct decoder knows all members of recorded sessions and rucks",
    arguments: [
      "session.recorded", "session.recorded, capped", "reading.recorded", "ruck.recorded",
    ])
  func direct(name: String) throws {
    let event = try #require(EventSamples.all.first { $0.name == name }).event
    let bytes = try CBOREncoder.encode(event)
    try bytes.withUnsafeBytes { buffer in
      var reader = QuickReader(buffer, from: 0)
      let decoded = try #require(Event(quickly: &reader))
      #expect(decoded == event)
      #expect(reader.offset == bytes.count)
    }
  }

  private static func each(of bytes: [UInt8]) throws(Fault) -> [Event] {
    var events: [Event] = []
    try CBORDecoder.decodeEach(Event.self, in: bytes) { event in events.append(event) }
    return events
  }

  private static func hex(of bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  private static func bytes(of hex: String) throws -> [UInt8] {
    let digits = Array(hex)
    return try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(digits[index...index + 1]), radix: 16))
    }
  }
}
