import Chronology
import Domain
import Foundation
import SeededRandom
import Testing

@testable import DomainModels

/// Compares the areas that events name with the figures that they change. `WAYMARK_SEED` repeats a failure.
@Suite(.enabled(if: TestZones.areThere, "there is no /usr/share/zoneinfo"))
struct AreaTests {
  /// The figures of each area as text.
  private struct Figures {
    var stats = StatsView()
    var milestones = MilestonesView()
    var diversity = DiversityView()
    let now: Instant

    init(now: Instant) { self.now = now }

    mutating func apply(_ event: Event) {
      stats.apply(event, zones: TestZones.shared)
      milestones.apply(event, zones: TestZones.shared)
      diversity.apply(event, zones: TestZones.shared)
    }

    mutating func all() throws -> [Area: [String]] {
      [
        .listening: [
          try text(stats.summary(now: now)), try text(stats.heroes()), try text(stats.insights()),
          try text(stats.activity(.last(30), now: now)), try text(milestones.milestones(now: now)),
        ],
        .reading: [try text(stats.readingInsights(now: now)), try text(stats.readingTimeline(now: now))],
        .rucks: [
          try text(stats.ruckAnalytics(now: now)), try text(stats.ruckRecords()), try text(stats.ruckWeeks(now: now)),
          try text(stats.trainingStreak(now: now)),
        ],
        .goals: [try text(milestones.goals(now: now))],
        .diversity: [
          try text(diversity.statistics(.allTime, now: now)), try text(diversity.statistics(.year, now: now)),
          try text(diversity.completion()), try text(diversity.radar(now: now)),
        ],
      ]
    }

    private func text(_ figure: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(figure), as: UTF8.self)
    }
  }

  private func hold(_ events: [Event], now: Instant, seed: UInt64, changed: inout Set<Area>) throws {
    var figures = Figures(now: now)
    var before = try figures.all()
    for event in events {
      figures.apply(event)
      let after = try figures.all()
      let differing = after.filter { before[$0.key] != $0.value }.map(\.key)
      changed.formUnion(differing)
      for area in differing {
        let detail = zip(before[area] ?? [], after[area] ?? []).filter { $0 != $1 }
        #expect(
          event.tag.areas.contains(Areas(area)), "\(event.tag) changes \(area): \(detail), WAYMARK_SEED=\(seed)")
      }
      before = after
    }
  }

  @Test("An event changes no figure of an area that it does not name")
  func figures() throws {
    var changed: Set<Area> = []
    for seed in RandomSeeds.some(12) {
      var years = RandomYears(seed: seed)
      let now = Instant(seconds: 1_767_000_000)
      try hold((0..<60).flatMap { _ in years.next() }, now: now, seed: seed, changed: &changed)
      var history = RandomAchievements(seed: seed)
      let events = (0..<60).flatMap { _ in history.next() }
      try hold(Array(events.prefix(250)), now: history.now, seed: seed, changed: &changed)
      var listening = RandomHistory(seed: seed)
      try hold((0..<60).flatMap { _ in listening.next() }, now: now, seed: seed, changed: &changed)
    }
    #expect(changed == [.listening, .reading, .rucks, .goals, .diversity], "the histories change every area")
  }

  @Test("The areas of a call's events include the area of its path")
  func facts() {
    let written: [(Event.Tag, Areas)] = [
      (.accountOpened, .profile), (.profileChanged, .profile), (.heroSaved, .catalogue), (.storyRemoved, .catalogue),
      (.storyFavorited, .catalogue), (.workSaved, .catalogue), (.workRemoved, [.catalogue, .library]),
      (.entrySaved, .library), (.entryRemoved, [.library, .reading]), (.listeningChanged, .listening),
      (.readingTimerStarted, .reading), (.readingRecorded, [.reading, .library]),
      (.diversityPromptOpened, [.diversity, .reading]), (.diversityValueSet, .diversity), (.ruckRemoved, .rucks),
      (.goalCleared, .goals), (.coverSaved, .catalogue), (.coverRemoved, .catalogue),
    ]
    for (tag, areas) in written { #expect(tag.areas.isSuperset(of: areas), "\(tag)") }
    #expect(Event.Tag.ruckRecorded.areas.list == [.rucks, .goals])
  }

  @Test("Areas are distinct and listed in a fixed order")
  func sets() {
    #expect(Area.allCases.map(\.index) == Array(0..<Area.allCases.count))
    #expect(Areas.all.list == Area.allCases)
    #expect(Areas([.shares, .profile]).list == [.profile, .shares])
    #expect(Areas().list.isEmpty)
  }
}
