import Chronology
import Domain
import Foundation
import SlowModels
import Testing

@testable import DomainModels

/// Random histories of readers, compared with the slow model. `WAYMARK_SEED` repeats a failure.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct ReadingPropertyTests {
  @Test("Insights and timeline equal the slow model's, and the bytes those of a fresh fold")
  func sameAsModel() throws {
    for seed in RandomSeeds.some(24) {
      var history = RandomReading(seed: seed)
      var view = StatsView()
      var events: [Event] = []
      var store: [String: [UInt8]] = [:]
      for _ in 0..<Int.random(in: 20...260, using: &history.random) {
        for event in history.next() {
          events.append(event)
          view.apply(event, zones: TestZones.shared)
        }
        if Int.random(in: 0..<24, using: &history.random) == 0 { try compare(&view, &history, seed) }
        if Int.random(in: 0..<16, using: &history.random) == 0 {
          view = try restored(&view, &store)
          let changed = view.takeChangedParts()
          #expect(changed.isEmpty, "WAYMARK_SEED=\(seed)")
        }
      }
      try compare(&view, &history, seed)
      var fresh = StatsView()
      for event in events { fresh.apply(event, zones: TestZones.shared) }
      let bytes = fresh.allParts().reduce(into: [:]) { $0[$1.name] = $1.bytes }
      let live = view.allParts().reduce(into: [:]) { $0[$1.name] = $1.bytes }
      #expect(live == bytes, "WAYMARK_SEED=\(seed)")
      _ = try restored(&view, &store)
      #expect(store == bytes, "the restored snapshots differ; WAYMARK_SEED=\(seed)")
      view.rezone(zones: TestZones.shared)
      try compare(&view, &history, seed)
    }
  }

  /// Returns the state restored from a store that has received every changed part.
  private func restored(_ view: inout StatsView, _ store: inout [String: [UInt8]]) throws -> StatsView {
    for part in view.takeChangedParts() { store[part.name] = part.bytes }
    return try StatsView(parts: store.map { SnapshotPart(name: $0, bytes: $1) }, zones: TestZones.shared)
  }

  private func compare(_ view: inout StatsView, _ history: inout RandomReading, _ seed: UInt64) throws {
    func same(_ found: some Encodable, _ expected: [String: Any], _ what: String) throws {
      let difference = try Difference.of(found, expected, at: what)
      #expect(difference == nil, "\(difference ?? "") WAYMARK_SEED=\(seed)")
    }
    for now in [history.now, history.someMoment()] {
      for timeframe in ReadingTimeframe.allCases {
        let expected = history.facts.insights(timeframe, now: now)
        try same(view.readingInsights(of: timeframe, now: now), expected, "\(timeframe) at \(now)")
        let filter = history.someFilter()
        if !filter.selectsAll {
          let expected = history.facts.insights(timeframe, only: filter, now: now)
          try same(view.readingInsights(of: timeframe, only: filter, now: now), expected, "\(timeframe), \(filter)")
        }
        for compared in ComparedPeriod.allCases {
          let expected = history.facts.insights(timeframe, comparedWith: compared, now: now)
          let found = view.readingInsights(of: timeframe, comparedWith: compared, now: now)
          try same(found, expected, "\(timeframe), \(compared) at \(now)")
          #expect((found.comparison == nil) == (timeframe == .allTime))
          if !filter.selectsAll {
            let expected = history.facts.insights(timeframe, only: filter, comparedWith: compared, now: now)
            let found = view.readingInsights(of: timeframe, only: filter, comparedWith: compared, now: now)
            try same(found, expected, "\(timeframe), \(filter), \(compared)")
          }
        }
      }
      for count in [1, 12, 120] {
        let expected = history.facts.timeline(count, now: now)
        try same(view.readingTimeline(count, now: now), expected, "\(count) months at \(now)")
      }
    }
  }
}
