import Chronology
import SeededRandom
import Testing

struct InstantTextTests {
  @Test(
    "Parses RFC 3339 in any case and offset, and prints UTC in whole seconds",
    arguments: [
      ("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z"),
      ("2026-11-20t10:00:00z", "2026-11-20T10:00:00Z"),
      ("2026-11-20T10:00:00+00:00", "2026-11-20T10:00:00Z"),
      ("2026-11-20T10:00:00-00:00", "2026-11-20T10:00:00Z"),
      ("2026-11-20T23:30:00+05:45", "2026-11-20T17:45:00Z"),
      ("2026-11-20T23:30:00-02:30", "2026-11-21T02:00:00Z"),
      ("2026-12-31T23:59:60Z", "2026-12-31T23:59:59Z"),
      ("2026-12-31T23:59:60.75Z", "2026-12-31T23:59:59Z"),
      ("2026-11-20T10:00:00.999999999999Z", "2026-11-20T10:00:00Z"),
      ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59Z"),
      ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
      ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
      ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
  func reads(text: String, shown: String) {
    #expect(Instant(rfc3339: text)?.description == shown)
  }

  @Test(
    "Rejects text that is not RFC 3339",
    arguments: [
      "", "2026-11-20", "2026-11-20T10:00:00", "2026-11-20 10:00:00Z", "2026-11-20T10:00Z", "2026-11-20T10:00:00.Z",
      "2026-11-20T10:00:00,5Z", "2026-11-20T24:00:00Z", "2026-11-20T10:60:00Z", "2026-11-20T10:00:61Z",
      "2026-02-29T10:00:00Z", "2026-13-01T10:00:00Z", "2026-00-10T10:00:00Z", "2026-01-00T10:00:00Z",
      "2026-11-20T10:00:00+24:00", "2026-11-20T10:00:00+05:60", "2026-11-20T10:00:00+0530", "2026-11-20T10:00:00+05",
      "2026-11-20T10:00:00Z ", " 2026-11-20T10:00:00Z", "26-11-20T10:00:00Z", "+2026-11-20T10:00:00Z",
      "2026-11-20T10:00:00ZZ", "2026-11-20T1O:00:00Z", "٢٠٢٦-11-20T10:00:00Z", "9999-12-31T23:59:59-00:01",
      "0001-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z",
    ])
  func rejects(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test("Parses the text of every second")
  func roundTrip() {
    var random = SplitMix(seed: 7)
    for _ in 0..<5_000 {
      let seconds = Int64.random(in: Instant.earliestText.seconds...Instant.latestText.seconds, using: &random)
      let instant = Instant(seconds: seconds)
      #expect(Instant(rfc3339: instant.description) == instant)
    }
  }

  @Test("Prints seconds outside the years 1 to 9999 as the nearest one inside")
  func clamps() {
    #expect(Instant(seconds: .max).description == "9999-12-31T23:59:59Z")
    #expect(Instant(seconds: .min).description == "0001-01-01T00:00:00Z")
  }
}
