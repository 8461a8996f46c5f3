import Chronology
import Domain
import SeededRandom
import Testing

@testable import DomainModels

struct SnapshotTests {
  private func history() -> StatsHistory {
    var history = StatsHistory()
    history.hero("ada")
    history.story("s", hero: "ada", favorite: true)
    for month in ["03", "05", "09"] {
      for day in 10...19 { history.listen("2026-\(month)-\(day)T10:00:00Z") }
    }
    return history
  }

  @Test("A session changes only the part of its month, a story only the base")
  func changedParts() throws {
    var view = history().view()
    #expect(Set(view.takeChangedParts().map(\.name)).count == 6)
    #expect(view.takeChangedParts().isEmpty)
    var more = StatsHistory()
    more.listen("2026-05-15T12:00:00Z")
    more.events.forEach { view.apply($0, zones: TestZones.shared) }
    #expect(view.takeChangedParts().count == 1)
    view.apply(.catalogue(.heroSaved(HeroSaved(hero: Hero(id: "bo", name: "Bo")))), zones: TestZones.shared)
    #expect(view.takeChangedParts().map(\.name) == ["base"])
    _ = view.summary(now: instant("2026-05-15T12:00:00Z"))
    #expect(view.takeChangedParts().isEmpty)
  }

  @Test("The part of a month without sessions is removed")
  func emptyMonth() {
    var history = StatsHistory()
    let session = history.listen("2026-05-15T12:00:00Z")
    var view = history.view()
    let names = view.takeChangedParts().map(\.name)
    view.apply(.listening(.removed(ListeningRemoved(session: session))), zones: TestZones.shared)
    let dropped = view.takeChangedParts()
    #expect(dropped.count == 1)
    #expect(dropped[0].bytes == nil && names.contains(dropped[0].name))
  }

  @Test("A restored state has no changed parts and the same figures")
  func restoration() throws {
    var view = history().view()
    var restored = try StatsView(parts: view.allParts(), zones: TestZones.shared)
    #expect(restored.takeChangedParts().isEmpty)
    let now = instant("2026-09-20T12:00:00Z")
    #expect(restored.summary(now: now) == view.summary(now: now))
    #expect(restored.heroes() == view.heroes())
    #expect(restored.insights() == view.insights())
    #expect(restored.profile == view.profile)
  }

  @Test("Truncated and missing parts cause an error, and changed bytes never a crash")
  func damage() throws {
    var view = history().milestones()
    let parts = view.allParts()
    #expect(throws: SnapshotDamage.self) { try MilestonesView(parts: [], zones: TestZones.shared) }
    var random = SplitMix(seed: 5)
    for index in parts.indices {
      let bytes = try #require(parts[index].bytes)
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
        var cut = parts
        cut[index].bytes = Array(bytes.prefix(count))
        #expect(throws: SnapshotDamage.self) { try MilestonesView(parts: cut, zones: TestZones.shared) }
      }
      for _ in 0..<300 {
        var changed = parts
        changed[index].bytes?[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        guard var view = try? MilestonesView(parts: changed, zones: TestZones.shared) else { continue }
        _ = view.milestones(now: instant("2026-09-20T12:00:00Z"))
      }
    }
  }

  @Test("The memory of a state grows by less than 64 bytes per session")
  func size() {
    var view = StatsView()
    let empty = view.approximateBytes
    var history = StatsHistory()
    history.story("s")
    for index in 0..<20_000 {
      let start = instant("2026-01-01T00:00:00Z") + Int64(index) * 900
      history.append(
        .listening(
          .recorded(
            ListeningRecorded(
              session: ListeningSession(
                storyId: "s", startedAt: start, endedAt: start + 60, completed: true, duration: 60)))))
    }
    history.events.forEach { view.apply($0, zones: TestZones.shared) }
    _ = view.summary(now: instant("2026-01-01T00:00:00Z"))
    #expect((24...64).contains((view.approximateBytes - empty) / 20_000))
  }
}
