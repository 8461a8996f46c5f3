import Foundation
import SeededRandom
import Testing

@testable import WaymarkClient

@Suite("Formatters")
struct FormattersTests {
  private static let metric = Formatters(locale: Locale(identifier: "en_US"), distanceUnit: .kilometers)
  private static let german = Formatters(locale: Locale(identifier: "de_DE"))
  private static let american = Formatters(locale: Locale(identifier: "en_US"))

  /// Replaces no-break spaces, for readable expectations.
  private func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "\u{A0}", with: " ").replacingOccurrences(of: "\u{202F}", with: " ")
  }

  @Test("Units follow the locale unless they are given")
  func units() {
    func chosen(_ identifier: String) -> String {
      let words = Formatters(locale: Locale(identifier: identifier))
      return "\(words.distanceUnit) \(words.weightUnit)"
    }
    #expect(chosen("en_US") == "miles pounds")
    #expect(chosen("en_GB") == "miles kilograms")
    #expect(chosen("de_DE") == "kilometers kilograms")
    #expect(chosen("ja_JP") == "kilometers kilograms")
    let mixed = Formatters(locale: Locale(identifier: "en_US"), distanceUnit: .kilometers, weightUnit: .kilograms)
    #expect(plain(mixed.weightMoved(200_000)) == "200 kg·km")
  }

  @Test(
    "Formats short distances in small units and long ones with fewer decimals",
    arguments: [
      (0, "0 km", "0 km", "0 mi"), (0.3, "0 km", "0 km", "1 ft"), (850.4, "850 m", "850 m", "0.53 mi"),
      (999.4, "999 m", "999 m", "0.62 mi"), (999.6, "1 km", "1 km", "0.62 mi"), (152.4, "152 m", "152 m", "500 ft"),
      // 528 ft are a tenth of a mile.
      (160.934, "161 m", "161 m", "0.1 mi"), (5_250, "5.25 km", "5,25 km", "3.26 mi"),
      (42_195, "42.2 km", "42,2 km", "26.22 mi"), (123_456, "123.5 km", "123,5 km", "76.71 mi"),
      (1_234_567, "1,235 km", "1.235 km", "767.1 mi"),
    ] as [(Double, String, String, String)])
  func distances(meters: Double, metric: String, german: String, american: String) {
    #expect(plain(Self.metric.distance(meters)) == metric)
    #expect(plain(Self.german.distance(meters)) == german)
    #expect(plain(Self.american.distance(meters)) == american)
  }

  @Test(
    "Rounds paces to whole seconds before splitting them",
    arguments: [
      // 9 min 30 s per kilometre are 917.3 s per mile.
      (9.5, "9:30 /km", "15:17 /mi"), (0, "0:00 /km", "0:00 /mi"),
      // 9 min 59.6 s roll over to ten minutes; a mile takes 965.0 s.
      (9 + 59.6 / 60, "10:00 /km", "16:05 /mi"), (9 + 59.4 / 60, "9:59 /km", "16:05 /mi"),
      (10, "10:00 /km", "16:06 /mi"), (75.5, "75:30 /km", "2:01:30 /mi"),
      (99 + 59.6 / 60, "1:40:00 /km", "2:40:55 /mi"),
    ] as [(Double, String, String)])
  func paces(minutes: Double, metric: String, american: String) {
    #expect(plain(Self.metric.pace(minutes)) == metric)
    #expect(plain(Self.american.pace(minutes)) == american)
  }

  @Test("Never shows 60 seconds in a pace, and always the nearest second")
  func everyPaceRollsOver() {
    // Tenths of a second around every minute. Halves may round either way, because they are inexact in minutes.
    let wrong = (0..<36_000).filter { tenths in
      guard !(30..<570).contains(tenths % 600) else { return false }
      let whole = (tenths + 5) / 10
      let seconds = whole % 60 < 10 ? "0\(whole % 60)" : "\(whole % 60)"
      let text = Self.metric.pace(Double(tenths) / 600)
      return tenths % 10 != 5 && text != "\(whole / 60):\(seconds)\u{A0}/km"
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "Shows seconds below an hour and minutes above, rounded before splitting",
    arguments: [
      (0, "0s"), (42.4, "42s"), (59.6, "1m"), (725, "12m 5s"), (3_599.4, "59m 59s"), (3_599.6, "1h"), (3_900, "1h 5m"),
      (7_199, "2h"), (360_000, "100h"),
    ] as [(Double, String)])
  func durations(seconds: Double, text: String) {
    #expect(plain(Self.american.duration(seconds)) == text)
  }

  @Test("Durations use the unit names of the locale")
  func localDurations() {
    #expect(plain(Self.german.duration(3_900)) == "1h 5min")
    #expect(Self.german.spokenDuration(3_900) == "1 Stunde und 5 Minuten")
    #expect(Self.american.spokenDuration(3_900) == "1 hour, 5 minutes")
  }

  @Test("Formats weights, weight moved, elevation and energy")
  func weights() {
    #expect(plain(Self.german.weight(20.46)) == "20,5 kg")
    // 20 / 0.45359237 = 44.09.
    #expect(plain(Self.american.weight(20)) == "44.1 lb")
    #expect(plain(Self.american.weight(0)) == "0 lb")
    #expect(plain(Self.german.weightMoved(490_000)) == "490 kg·km")
    #expect(plain(Self.german.weightMoved(12_345_678)) == "12.346 kg·km")
    #expect(plain(Self.german.weightMoved(1_250)) == "1,3 kg·km")
    // 200 kg·km are 440.92 lb·km and 273.98 lb·mi.
    #expect(plain(Self.american.weightMoved(200_000)) == "274 lb·mi")
    #expect(plain(Self.american.elevation(320)) == "1,050 ft")
    #expect(plain(Self.german.elevation(1_320)) == "1.320 m")
    #expect(plain(Self.american.energy(1_200.4)) == "1,200 kcal")
    #expect(plain(Self.american.burnRate(411.6)) == "412 kcal/h")
    #expect(plain(Self.german.percent(60.5)) == "60,5 %")
    #expect(Self.american.percent(60) == "60%")
  }

  @Test(
    "Every figure is a dash if the number is missing or not finite",
    arguments: [nil, Double.nan, .infinity, -.infinity])
  func nothing(value: Double?) {
    let words = Self.american
    let figures = [
      words.distance(value), words.pace(value), words.duration(value), words.weight(value), words.weightMoved(value),
      words.elevation(value), words.energy(value), words.burnRate(value), words.percent(value), words.number(value),
    ]
    #expect(figures.allSatisfy { $0 == Formatters.nothing })
    let spoken = [
      words.spokenDistance(value), words.spokenPace(value), words.spokenDuration(value), words.spokenWeight(value),
    ]
    #expect(spoken.allSatisfy { $0 == "unknown" })
  }

  @Test("Shows a dash for negative paces and durations, and never −0")
  func negative() {
    #expect(Self.metric.pace(-1) == Formatters.nothing)
    #expect(Self.metric.duration(-1) == Formatters.nothing)
    #expect(Self.metric.number(-0.001, decimals: 1) == "0")
    #expect(plain(Self.metric.weight(-0.01)) == "0 lb")
    #expect(plain(Self.metric.distance(-0.2)) == "0 km")
  }

  @Test(
    "Huge numbers stay short and finite", arguments: [1e12, 1e18, 1e300, .greatestFiniteMagnitude])
  func huge(value: Double) {
    for words in [Self.metric, Self.german, Self.american] {
      let figures = [
        words.distance(value), words.pace(value), words.duration(value), words.weight(value), words.weightMoved(value),
        words.percent(value), words.spokenDistance(value), words.spokenPace(value), words.spokenDuration(value),
      ]
      for figure in figures {
        #expect(figure.count < 30 && !figure.lowercased().contains("nan") && !figure.contains("∞"), "\(figure)")
      }
    }
  }

  @Test("Random figures in random locales are never empty, NaN or long")
  func random() {
    let seed = testSeed()
    var numbers = SplitMix(seed: seed)
    let places = ["en_US", "en_GB", "de_DE", "fr_FR", "ar_EG", "hi_IN", "ja_JP", "pl_PL"].map(Locale.init(identifier:))
    for _ in 0..<2_000 {
      let words = Formatters(locale: places[Int.random(in: 0..<places.count, using: &numbers)])
      let value = Double(bitPattern: numbers.next())
      let figures = [
        words.distance(value), words.pace(value), words.duration(value), words.weight(value), words.weightMoved(value),
        words.percent(value), words.number(value, decimals: 2),
      ]
      for figure in figures {
        let isFine = !figure.isEmpty && figure.count < 40 && !figure.lowercased().contains("nan")
        #expect(isFine && !figure.contains("∞"), "seed \(seed): \(value) is \(figure)")
      }
    }
  }

  @Test("Spoken units are words, singular for one")
  func spoken() {
    #expect(Self.metric.spokenPace(9.5) == "9 minutes 30 seconds per kilometer")
    #expect(Self.metric.spokenPace(1 + 1.0 / 60) == "1 minute 1 second per kilometer")
    #expect(Self.metric.spokenPace(9 + 59.6 / 60) == "10 minutes per kilometer")
    #expect(Self.metric.spokenPace(0) == "0 seconds per kilometer")
    #expect(Self.american.spokenPace(9.5) == "15 minutes 17 seconds per mile")
    #expect(Self.metric.spokenDistance(1_000) == "1 kilometer")
    #expect(Self.german.spokenDistance(5_250) == "5,25 kilometers")
    #expect(Self.american.spokenWeight(20.5) == "45.2 pounds")
    #expect(Self.german.spokenWeight(1) == "1 kilogram")
  }

  @Test("Days and months do not depend on the device's time zone")
  func dates() throws {
    let day = try #require(CalendarDay("2026-11-01"))
    #expect(Self.american.day(day) == "Nov 1, 2026")
    #expect(Self.german.day(day) == "1. Nov. 2026")
    #expect(Self.american.month(CalendarMonth(year: 2026, month: 11)) == "November 2026")
    #expect(Formatters(locale: Locale(identifier: "fr_FR")).month(CalendarMonth(year: 2026, month: 8)) == "août 2026")
    #expect(Self.american.day(nil) == Formatters.nothing)
  }
}
