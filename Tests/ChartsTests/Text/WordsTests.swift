import Domain
import Languages
import Testing

@testable import Charts

@Suite("Figures in words")
struct WordsTests {
  private let words = Words(nil)

  @Test(
    "Formats durations in hours and minutes",
    arguments: [
      (0, "0 m"), (0.4, "0 m"), (42, "42 m"), (59.6, "1 h"), (85, "1 h 25 m"), (120, "2 h"), (6_030, "101 h"),
      (-5, "0 m"), (.infinity, "0 m"), (.nan, "0 m"),
    ])
  func durations(minutes: Double, text: String) {
    #expect(words.duration(minutes: minutes) == text)
  }

  @Test(
    "Formats distances below a kilometre in metres",
    arguments: [(0, "0 km"), (850, "850 m"), (999.7, "1 km"), (5_230, "5.2 km"), (412_300, "412 km"), (-1, "0 km")])
  func distances(metres: Double, text: String) {
    #expect(words.distance(metres: metres) == text)
  }

  @Test("Miles have no smaller unit", arguments: [(0, "0 mi"), (850, "0.5 mi"), (42_195, "26.2 mi")])
  func miles(metres: Double, text: String) {
    #expect(words.distance(metres: metres, in: .miles) == text)
  }

  @Test(
    "Short figures stay short",
    arguments: [
      (0, "0"), (7, "7"), (1.25, "1.3"), (999, "999"), (999.6, "1k"), (1_234, "1.2k"), (34_567, "35k"), (4.1e6, "4.1m"),
      (1e300, "1,000tn"), (-1_234, "−1.2k"),
    ])
  func short(value: Double, text: String) {
    #expect(words.short(value) == text)
  }

  @Test("Counts have separators, and one uses the singular")
  func counts() {
    #expect(words.plural(1, "{count} book", "{count} books") == "1 book")
    #expect(words.plural(1_234_567, "{count} book", "{count} books") == "1,234,567 books")
    #expect(words.count(-1_000) == "−1,000")
    #expect(words.count(.min).hasPrefix("−9,223"))
    #expect(words.percent(99.9) == "99%" && words.percent(99.4) == "99%" && words.percent(100) == "100%")
    #expect(words.percent(66.67) == "67%" && words.percent(.nan) == "0%" && words.percent(1e9) == "100%")
    #expect(words.spokenDuration(minutes: 85) == "1 hour 25 minutes" && words.spokenDuration(minutes: 0) == "0 minutes")
  }

  @Test("Figures have the form of the language")
  func languages() {
    func all(_ form: (Words) -> String) -> [String] { Language.allCases.map { form(Words($0)) } }
    #expect(all { $0.number(1_234) } == ["1,234", "1.234", "1\u{202F}234", "1234"])
    #expect(all { $0.number(-4.25) } == ["−4.3", "−4,3", "−4,3", "−4,3"])
    #expect(all { $0.short(1_234) } == ["1.2k", "1,2 k", "1,2 k", "1,2 k"])
    #expect(all { $0.percent(42) } == ["42%", "42\u{A0}%", "42\u{202F}%", "42\u{A0}%"])
    #expect(all { $0.duration(minutes: 85) } == ["1 h 25 m", "1 h 25 min", "1 h 25 min", "1 h 25 min"])
    let spoken = ["1 hour 25 minutes", "1 Stunde 25 Minuten", "1 heure 25 minutes", "1 hora 25 minutos"]
    #expect(all { $0.spokenDuration(minutes: 85) } == spoken)
    #expect(all { $0.distance(metres: 5_230) } == ["5.2 km", "5,2 km", "5,2 km", "5,2 km"])
  }
}
