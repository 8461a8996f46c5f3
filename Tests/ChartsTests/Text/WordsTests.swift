import Chronology
import Domain
import Testing

@testable import Charts

@Suite("Figures in words")
struct WordsTests {
  @Test(
    "Formats durations in hours and minutes",
    arguments: [
      (0, "0 m"), (0.4, "0 m"), (42, "42 m"), (59.6, "1 h"), (85, "1 h 25 m"), (120, "2 h"), (6_030, "101 h"),
      (-5, "0 m"), (.infinity, "0 m"), (.nan, "0 m"),
    ])
  func durations(minutes: Double, words: String) {
    #expect(Words.duration(minutes: minutes) == words)
  }

  @Test(
    "Formats distances below a kilometre in metres",
    arguments: [(0, "0 km"), (850, "850 m"), (999.7, "1 km"), (5_230, "5.2 km"), (412_300, "412 km"), (-1, "0 km")])
  func distances(metres: Double, words: String) {
    #expect(Words.distance(metres: metres) == words)
  }

  @Test("Miles have no smaller unit", arguments: [(0, "0 mi"), (850, "0.5 mi"), (42_195, "26.2 mi")])
  func miles(metres: Double, words: String) {
    #expect(Words.distance(metres: metres, in: .miles) == words)
  }

  @Test(
    "Short figures stay short",
    arguments: [
      (0, "0"), (7, "7"), (1.25, "1.3"), (999, "999"), (999.6, "1k"), (1_234, "1.2k"), (34_567, "35k"), (4.1e6, "4.1m"),
      (1e300, "1,000tn"), (-1_234, "−1.2k"),
    ])
  func short(value: Double, words: String) {
    #expect(Words.short(value) == words)
  }

  @Test("Counts have separators, and one uses the singular")
  func counts() {
    #expect(Words.count(1, "book") == "1 book")
    #expect(Words.count(1_234_567, "book") == "1,234,567 books")
    #expect(Words.count(-1_000) == "−1,000")
    #expect(Words.count(.min).hasPrefix("−9,223"))
    #expect(Words.percent(99.9) == "99%" && Words.percent(99.4) == "99%" && Words.percent(100) == "100%")
    #expect(Words.percent(66.67) == "67%" && Words.percent(.nan) == "0%" && Words.percent(1e9) == "100%")
    #expect(Words.list(["a", "b", "c"]) == "a, b and c" && Words.list([]).isEmpty)
    #expect(Words.spokenDuration(minutes: 85) == "1 hour 25 minutes" && Words.spokenDuration(minutes: 0) == "0 minutes")
  }

  @Test("Days are named")
  func days() {
    let day = Day(year: 2_026, month: 11, day: 17)
    #expect(day.spoken == "Tuesday 17 November" && day.short == "17 Nov" && day.long == "17 November 2026")
  }
}
