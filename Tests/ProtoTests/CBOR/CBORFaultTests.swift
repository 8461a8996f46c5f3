import Chronology
import Proto
import Testing

/// The faults that a client gets, with paths in its notation.
@Suite struct CBORFaultTests {
  struct Batch: Codable, Hashable {
    struct Report: Codable, Hashable {
      var startedAt: Instant
      var pages: UInt8
      var mood: Fault.Code?
      var name: String?
      var day: Day?
    }

    var sessions: [Report]
    var byName: [String: Report]?
    var share: Double?
    var raw: RawCBOR?
  }

  @Test(
    "A wrong value is invalid, with its path",
    arguments: [
      ("a0", "sessions", "is required"),
      ("80", "", "must be an object"),
      ("f6", "", "must not be null"),
      ("a16873657373696f6e73f6", "sessions", "must not be null"),
      ("a16873657373696f6e7301", "sessions", "must be an array"),
      ("a16873657373696f6e738101", "sessions[0]", "must be an object"),
      // {"sessions": [{"startedAt": 1(0), "pages": …}]}
      ("a16873657373696f6e7381a2697374617274656441 74c1006570616765731 90100", "sessions[0].pages", "is out of range"),
      (
        "a16873657373696f6e7381a269737461727465644174c100657061676573f93e00", "sessions[0].pages",
        "must be a whole number"
      ),
      ("a16873657373696f6e7381a269737461727465644174c100657061676573 20", "sessions[0].pages", "is out of range"),
      (
        "a16873657373696f6e7381a269737461727465644174c100657061676573 6131", "sessions[0].pages",
        "must be a whole number"
      ),
      ("a16873657373696f6e7381a169737461727465644174c100", "sessions[0].pages", "is required"),
      (
        "a16873657373696f6e7381a26973746172746564417400657061676573 00", "sessions[0].startedAt",
        "must be an instant such as 2026-11-20T10:00:00Z"
      ),
      (
        "a16873657373696f6e7381a269737461727465644174c1f97e00657061676573 00", "sessions[0].startedAt",
        "must be an instant such as 2026-11-20T10:00:00Z"
      ),
      (
        "a16873657373696f6e7381a269737461727465644174c11bffffffffffffffff657061676573 00", "sessions[0].startedAt",
        "is out of range"
      ),
      (
        "a26873657373696f6e73806662794e616d65a16161a269737461727465644174c1 00657061676573f5", "byName.a.pages",
        "must be a whole number"
      ),
      ("a26873657373696f6e738065736861726561 31", "share", "must be a number"),
      ("a36873657373696f6e7380 657368617265 01 657368617265 01", "share", "occurs twice"),
      ("a26873657373696f6e7380 61 78 a2 6179 01 6179 02", "x.y", "occurs twice"),
      ("a26873657373696f6e7380 61 78 82 00 61ff", "x[1]", "must be valid UTF-8"),
      (
        "a16873657373696f6e7381a369737461727465644174c10065706167657300 646d6f6f64 6161", "sessions[0].mood",
        "is not an allowed value"
      ),
      (
        "a16873657373696f6e7381a369737461727465644174c10065706167657300 63646179 6161", "sessions[0].day",
        "must be a day such as 2026-11-20"
      ),
    ])
  func paths(bytes: String, path: String, message: String) throws {
    let fault = try #require(throws: Fault.self) { try CBORDecoder.decode(Batch.self, from: unhex(bytes)) }
    #expect(fault.code == .invalid)
    #expect(fault.fields == [Fault.Field(field: path, message: message)])
  }

  @Test("Malformed CBOR is invalid without a field", arguments: ["", "a1", "0000", "ff", "f818"])
  func illFormed(_ bytes: String) throws {
    let fault = try #require(throws: Fault.self) { try CBORDecoder.decode(Batch.self, from: unhex(bytes)) }
    #expect(fault.code == .invalid && fault.fields == nil)
  }

  @Test(
    "Numbers are accepted in every form that keeps their value",
    arguments: [
      ("05", 5), ("1805", 5), ("1b0000000000000005", 5), ("f94500", 5), ("fa40a00000", 5), ("fb4014000000000000", 5),
      ("24", -5), ("3804", -5), ("fbc014000000000000", -5), ("f98000", 0),
    ])
  func lenientIntegers(bytes: String, value: Int) throws {
    #expect(try CBORDecoder.decode(Int.self, from: unhex(bytes)) == value)
    #expect(try CBORDecoder.decode(Int8.self, from: unhex(bytes)) == Int8(value))
    #expect(try CBORDecoder.decode(Double.self, from: unhex(bytes)) == Double(value))
  }

  @Test(
    "Accepts integers at the limits of their types and rejects them beyond",
    arguments: [
      ("1b7fffffffffffffff", true, true), ("1b8000000000000000", false, true), ("1bffffffffffffffff", false, true),
      ("3b7fffffffffffffff", true, false), ("3b8000000000000000", false, false), ("fb43e0000000000000", false, true),
      ("fbc3e0000000000000", true, false), ("fb7ff0000000000000", false, false), ("f97e00", false, false),
      ("fb43f0000000000000", false, false),
    ])
  func ends(bytes: String, fitsInt64: Bool, fitsUInt64: Bool) {
    let signed = try? CBORDecoder.decode(Int64.self, from: unhex(bytes))
    #expect((signed != nil) == fitsInt64)
    let unsigned = try? CBORDecoder.decode(UInt64.self, from: unhex(bytes))
    #expect((unsigned != nil) == fitsUInt64)
  }

  @Test(
    "An instant is a number of seconds, rounded down, or an RFC 3339 text",
    arguments: [
      ("c11a514b67b0", 1_363_896_240), ("c1fb41d452d9ec200000", 1_363_896_240), ("c120", -1), ("c1f9b800", -1),
      ("d8011a514b67b0", 1_363_896_240), ("74323031332d30332d32315432303a30343a30305a", 1_363_896_240),
      ("c074323031332d30332d32315432303a30343a30305a", 1_363_896_240),
    ])
  func instants(bytes: String, seconds: Int64) throws {
    #expect(try CBORDecoder.decode(Instant.self, from: unhex(bytes)) == Instant(seconds: seconds))
  }

  @Test("Absent and null are nil, unknown keys are skipped, indefinite items are accepted")
  func leniency() throws {
    struct Sample: Codable, Hashable {
      var name: String
      var count: Int?
      var list: [Int]?
    }
    let expected = Sample(name: "ab", count: nil, list: [1, 2])
    for bytes in [
      "a2646e616d65626162646c697374820102", "a3646e616d6562616265636f756e74f6646c697374820102",
      "bf646c6973749f01 1802 ff 7f 626e61 626d65 ff 7f 6161 6162 ff ff",
      "a4 6178 bf 6179 9f ff ff 646c697374 820102 00 c1 00 646e616d65 7802 6162",
      "a3 65636f756e74 f7 646e616d65 626162 646c697374 820102",
    ] {
      #expect(try CBORDecoder.decode(Sample.self, from: unhex(bytes)) == expected, "\(bytes)")
    }
  }

  @Test("A raw item is copied unchanged, and a malformed one is rejected")
  func raw() throws {
    let odd = unhex("9f1801 7f6161ff ff")
    let batch = Batch(sessions: [], raw: RawCBOR(bytes: odd))
    let again = try CBORDecoder.decode(Batch.self, from: CBOREncoder.encode(batch))
    #expect(again.raw?.bytes == odd)
    for broken in ["", "81", "0000"] {
      var writer = CBORWriter()
      writer.null()
      let error = #expect(throws: Fault.self) { try CBOREncoder.encode([RawCBOR(bytes: unhex(broken))], into: &writer) }
      #expect(error?.code == .internal)
      #expect(writer.bytes == [0xF6])
    }
  }
}
