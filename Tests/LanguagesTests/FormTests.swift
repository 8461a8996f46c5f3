import Chronology
import Languages
import Testing

@Suite("Forms of numbers and days")
struct FormTests {
  @Test(
    "Whole numbers are grouped as in the language",
    arguments: [
      (0, ["0", "0", "0", "0"]), (999, ["999", "999", "999", "999"]),
      (1_200, ["1,200", "1.200", "1\u{202F}200", "1200"]),
      (-45_678, ["-45,678", "-45.678", "-45\u{202F}678", "-45.678"]),
      (1_234_567, ["1,234,567", "1.234.567", "1\u{202F}234\u{202F}567", "1.234.567"]),
      (
        .min,
        [
          "-9,223,372,036,854,775,808", "-9.223.372.036.854.775.808",
          "-9\u{202F}223\u{202F}372\u{202F}036\u{202F}854\u{202F}775\u{202F}808", "-9.223.372.036.854.775.808",
        ]
      ),
    ])
  func grouped(_ number: Int, _ texts: [String]) {
    #expect(Language.allCases.map { $0.grouped(number) } == texts)
  }

  @Test("Decimals, percentages and lists have the form of the language")
  func others() {
    #expect(Language.allCases.map { $0.localized("4.5") } == ["4.5", "4,5", "4,5", "4,5"])
    #expect(Language.allCases.map { $0.percent("42") } == ["42%", "42\u{A0}%", "42\u{202F}%", "42\u{A0}%"])
    #expect(
      Language.allCases.map { $0.list(["a", "b", "c"]) } == ["a, b and c", "a, b und c", "a, b et c", "a, b y c"])
    #expect(Language.allCases.allSatisfy { $0.list([]).isEmpty && $0.list(["a"]) == "a" })
  }

  @Test("Days have the form of the language")
  func days() {
    let day = Day(year: 2026, month: 3, day: 1)
    func all(_ form: (Language) -> String) -> [String] { Language.allCases.map(form) }
    #expect(all { $0.longDay(day) } == ["1 March 2026", "1. März 2026", "1er mars 2026", "1 de marzo de 2026"])
    #expect(
      all { $0.spokenDay(day) } == ["Sunday 1 March", "Sonntag, 1. März", "dimanche 1er mars", "domingo, 1 de marzo"])
    #expect(all { $0.shortDay(day) } == ["1 Mar", "1. März", "1er mars", "1 mar"])
    #expect(all { $0.monthOfYear(day) } == ["March 2026", "März 2026", "mars 2026", "marzo de 2026"])
    #expect(all { $0.shortWeekday(day) } == ["Sun", "So", "dim.", "dom"])
    #expect(all { $0.dayAndMonth(day + 1) } == ["2 March", "2. März", "2 mars", "2 de marzo"])
  }

  @Test("Each language has a name for each month and weekday")
  func names() {
    let monday = Day(year: 2026, month: 1, day: 5)
    for language in Language.allCases {
      let months = (1...12).map { Day(year: 2026, month: $0, day: 1) }
      #expect(Set(months.map { language.month($0) }).count == 12)
      #expect(Set(months.map { language.shortMonth($0) }).count == 12)
      #expect(Set((0..<7).map { language.weekday(monday + $0) }).count == 7)
      #expect(Set((0..<7).map { language.shortWeekday(monday + $0) }).count == 7)
      #expect(!months.contains { language.month($0).isEmpty || language.shortMonth($0).isEmpty })
    }
  }

  @Test("Texts take the form of their number, and values are not read as placeholders")
  func plurals() {
    func days(_ count: Int, _ language: Language) -> String {
      language.plural(count, "{count} day", "{count} days", ["count": "\(count)"])
    }
    #expect((0...2).map { days($0, .english) } == ["0 days", "1 day", "2 days"])
    #expect((0...2).map { days($0, .german) } == ["0 Tage", "1 Tag", "2 Tage"])
    #expect((0...2).map { days($0, .french) } == ["0 jour", "1 jour", "2 jours"])
    #expect((0...2).map { days($0, .spanish) } == ["0 días", "1 día", "2 días"])
    #expect(Language.english.text("badge|today") == "today")
    #expect(Language.english.text("{a} and {b}", ["a": "{b}", "b": "{a}"]) == "{b} and {a}")
    #expect(Language.english.text("{a} {c} {", ["a": "1"]) == "1 {c} {")
  }
}
