import Chronology
import Domain
import SeededRandom
import SlowModels
import Testing

@testable import DomainModels

/// Random histories of readers, compared with a model that recounts everything for every query.
struct DiversityPropertyTests {
  @Test("Statistics, radar, completion, points and prompts equal the slow model's", arguments: UInt64(1)...16)
  func slowModel(seed: UInt64) throws {
    var history = RandomReading(seed: seed)
    var view = DiversityView()
    for step in 0..<220 {
      for event in history.next() { view.apply(event, zones: TestZones.shared) }
      guard step % 20 == 0 || step > 214 else { continue }
      let now = history.now
      for period in StatsPeriod.allCases {
        try compare(&view, history.facts, period, now, "seed \(seed), step \(step)")
      }
      comparePoints(view, history.facts, "seed \(seed), step \(step)")
      comparePrompts(view, history.facts, "seed \(seed), step \(step)")
      for dimension in DiversityDimension.core.map(Optional.some) + [nil] {
        compareMissing(&view, history.facts, dimension, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("Folding at once, with snapshots in between, or again results in the same bytes", arguments: UInt64(1)...12)
  func snapshots(seed: UInt64) throws {
    var history = RandomReading(seed: seed)
    var random = SplitMix(seed: seed &+ 77)
    var events: [Event] = []
    var live = DiversityView()
    var kept: [String: [UInt8]] = [:]
    for _ in 0..<400 {
      for event in history.next() {
        events.append(event)
        live.apply(event, zones: TestZones.shared)
      }
      if Int.random(in: 0..<10, using: &random) == 0 { _ = live.statistics(.year, now: history.now) }
      if Int.random(in: 0..<40, using: &random) == 0 {
        for part in live.takeChangedParts() { kept[part.name] = part.bytes }
        let parts = kept.map { SnapshotPart(name: $0.key, bytes: $0.value) }
        live = try DiversityView(parts: parts, zones: TestZones.shared)
        #expect(live.takeChangedParts().isEmpty, "seed \(seed)")
      }
    }
    for part in live.takeChangedParts() { kept[part.name] = part.bytes }
    var fresh = DiversityView()
    for event in events { fresh.apply(event, zones: TestZones.shared) }
    let made = Dictionary(uniqueKeysWithValues: fresh.allParts().map { ($0.name, $0.bytes ?? []) })
    #expect(made == kept, "seed \(seed)")
    #expect(Set(live.allParts()) == Set(fresh.allParts()), "seed \(seed)")
    #expect(live.statistics(.month, now: history.now) == fresh.statistics(.month, now: history.now), "seed \(seed)")
  }

  @Test("Damaged parts cause an error and never a crash", arguments: UInt64(1)...4)
  func damage(seed: UInt64) {
    var history = RandomReading(seed: seed)
    var view = DiversityView()
    for _ in 0..<120 {
      for event in history.next() { view.apply(event, zones: TestZones.shared) }
    }
    let parts = view.allParts()
    var random = SplitMix(seed: seed)
    for index in parts.indices {
      for _ in 0..<60 {
        var damaged = parts
        guard var bytes = damaged[index].bytes, !bytes.isEmpty else { continue }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        } else {
          bytes[Int.random(in: bytes.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        }
        damaged[index].bytes = bytes
        _ = try? DiversityView(parts: damaged, zones: TestZones.shared)
      }
    }
  }

  private func compare(
    _ view: inout DiversityView, _ facts: SlowDiversity, _ period: StatsPeriod, _ now: Instant, _ place: String
  ) throws {
    let books = facts.books(period, now: now)
    let statistics = view.statistics(period, now: now)
    #expect(statistics.totalBooks == books.count, "\(place), \(period)")
    #expect(statistics.culturalOrigins == facts.breakdown(.culturalOrigin, of: books), "\(place), \(period)")
    #expect(statistics.timePeriods == facts.breakdown(.timePeriod, of: books), "\(place), \(period)")
    let filled = DiversityDimension.core.map { dimension in books.count { facts.value($0, dimension) != nil } }
    #expect(
      [
        statistics.booksWithCulturalData, statistics.booksWithGenderData, statistics.booksWithTranslationData,
        statistics.booksWithOwnVoicesData, statistics.booksWithAccessibilityData,
      ] == filled, "\(place), \(period)")
    let overall = books.isEmpty ? 0 : Double(filled.reduce(0, +)) / Double(5 * books.count) * 100
    #expect(abs(statistics.overallCompletionPercentage - overall) <= 0.05 + 1e-9, "\(place), \(period)")
    for chosen in [DiversityDimension.radar, Array(DiversityDimension.allCases.suffix(5))] {
      for axis in view.radar(period, axes: chosen, now: now).axes {
        #expect(axis.breakdown == facts.breakdown(axis.dimension, of: books), "\(place), \(axis.label)")
        #expect(axis.missingBooks == books.count { facts.value($0, axis.dimension) == nil }, "\(place), \(axis.label)")
      }
    }
  }

  private func comparePoints(_ view: DiversityView, _ facts: SlowDiversity, _ place: String) {
    #expect(view.curatorPoints == facts.awards.reduce(0) { $0 + $1.points }, "\(place)")
    var listed: [DiversityAward] = []
    var cursor: String?
    repeat {
      let page = view.points(after: cursor, limit: 7)
      listed += page?.items ?? []
      cursor = page?.nextCursor
    } while cursor != nil
    #expect(listed == facts.awards.reversed(), "\(place)")
    for id in facts.works.keys {
      let work = view.work(id)
      #expect(work?.missing == DiversityDimension.core.filter { facts.value(id, $0) == nil }, "\(place), \(id)")
      let values = facts.values[id] ?? [:]
      #expect(work?.values == Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) }), "\(place)")
    }
  }

  private func comparePrompts(_ view: DiversityView, _ facts: SlowDiversity, _ place: String) {
    var listed: [DiversityPrompt] = []
    var last: SessionIdentifier?
    while true {
      let page = view.prompts(after: last, limit: 3)
      listed += page.items
      guard page.hasMore, let id = page.items.last?.id else { break }
      last = SessionIdentifier(id, .reading)
    }
    let open = facts.prompts.filter { $0.value.state == .open }
    #expect(Set(listed.map(\.id)) == Set(open.keys.map { Self.id($0).text }), "\(place)")
    #expect(listed.map(\.id) == listed.map(\.id).sorted { $0.prefix(9) > $1.prefix(9) }, "\(place)")
    for (key, prompt) in facts.prompts {
      let found = view.prompt(Self.id(key))
      #expect(found?.state == prompt.state && found?.dimension == prompt.dimension, "\(place)")
    }
    for key in facts.sessions.keys where facts.prompts[key] == nil {
      #expect(view.prompt(Self.id(key)) == nil, "\(place)")
    }
  }

  private func compareMissing(
    _ view: inout DiversityView, _ facts: SlowDiversity, _ dimension: DiversityDimension?, _ place: String
  ) {
    var shown: [IncompleteWork] = []
    var last: DiversityView.IncompleteWorkPosition?
    repeat {
      let page = view.missing(dimension, after: last, limit: 3)
      shown += page.items
      last = page.next.flatMap { DiversityView.IncompleteWorkPosition($0.text) }
    } while last != nil
    let expected = facts.shelf.entries.keys.compactMap { id -> (end: Int64, work: IncompleteWork)? in
      let missing = DiversityDimension.core.filter { facts.value(id, $0) == nil }
      guard dimension.map(missing.contains) ?? !missing.isEmpty, let work = facts.works[id] else { return nil }
      let end = facts.sessions.values.filter { $0.workId == id }.map(\.endedAt.seconds).max() ?? .min
      return (end, IncompleteWork(workId: id, title: work.title, missing: missing))
    }.sorted { $0.end != $1.end ? $0.end > $1.end : $0.work.workId < $1.work.workId }
    #expect(shown == expected.map(\.work), "\(place), \(dimension?.label ?? "any")")
  }

  private static func id(_ key: SlowDiversity.Reading) -> SessionIdentifier {
    SessionIdentifier(workId: key.workId, startedAt: key.startedAt)
  }
}
