import Foundation
import Testing

@testable import WaymarkClient

@Suite("Trends")
struct TrendTests {
  private let words = Formatters(locale: Locale(identifier: "en_US"))

  private func trend(_ percent: Double) -> TrendData {
    let direction: TrendDirection = abs(percent) < 1 ? .flat : percent > 0 ? .up : .down
    return TrendData(current: 100 + percent, previous: 100, changePercent: percent, direction: direction)
  }

  @Test("A rising metric is better, except for pace")
  func colours() {
    for metric in MetricType.allCases {
      #expect(trend(25).colorName(for: metric) == (metric == .pace ? "red" : "green"))
      #expect(trend(-25).colorName(for: metric) == (metric == .pace ? "green" : "red"))
      #expect(trend(0.9).colorName(for: metric) == "gray")
    }
    #expect(trend(-25).meaning(for: .pace) == .better)
  }

  @Test("The arrow follows the number")
  func symbols() {
    #expect([25, -25, 0.5].map { trend($0).symbolName } == ["arrow.up.right", "arrow.down.right", "arrow.right"])
  }

  @Test("Describes a trend with metric, change and period")
  func descriptions() {
    #expect(words.trend(trend(25), of: .distance, in: .monthly) == "25% more than by this time last month")
    #expect(words.trend(trend(-12.5), of: .weightMoved, in: .yearly) == "12.5% less than by this time last year")
    #expect(words.trend(trend(-10), of: .pace, in: .weekly) == "10% faster than by this time last week")
    #expect(words.trend(trend(10), of: .pace, in: .quarterly) == "10% slower than by this time last quarter")
    #expect(words.trend(trend(-50), of: .books, in: InsightsTimeframe.year) == "50% fewer than by this time last year")
    #expect(words.trend(trend(-50), of: .sessions) == "50% fewer than before")
    #expect(words.trend(trend(0.4), of: .sessions, in: .weekly) == "About the same as by this time last week")
    #expect(words.trend(nil, of: .distance, in: .allTime) == "Nothing to compare with yet")
    #expect(words.trend(trend(123_456), of: .distance) == "Over 1,000% more than before")
    #expect(words.trend(trend(.nan), of: .distance) == "Nothing to compare with yet")
    let german = Formatters(locale: Locale(identifier: "de_DE"))
    #expect(german.trend(trend(12.5), of: .distance) == "12,5\u{A0}% more than before")
  }
}
