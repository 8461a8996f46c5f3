import API
import Domain
import Testing

@testable import Views

@Suite("Active users")
struct ActiveUsersTests {
  @Test("Evicts the least recently used until the rest fits, but none that is being folded")
  func evictsLeastRecentlyUsed() {
    var active = ActiveUsers<StatsView>()
    let entries = ["a", "b", "c", "d"].map { ActiveUser<StatsView>(user: $0, fold: 1) }
    for entry in entries {
      active.add(entry)
      active.touch(entry)
    }
    active.touch(entries[0])
    active.touch(entries[3])
    #expect(entries[1].beginCatchUp())
    let each = active.bytes / 4
    let evicted = active.statesToEvict(limit: each * 3, goal: each * 2)
    #expect(evicted.map(\.user) == ["c", "a"])
    #expect(active.statesToEvict(limit: each * 4, goal: each).isEmpty)
  }

  @Test("Does not count removed users")
  func bytesAreCounted() {
    var active = ActiveUsers<StatsView>()
    let entry = ActiveUser<StatsView>(user: "a", fold: 1)
    active.add(entry)
    #expect(active.bytes == entry.bytes && active.bytes > 0)
    active.measure(entry)
    #expect(active.bytes == entry.bytes)
    active.remove(entry)
    active.remove(entry)
    #expect(active.bytes == 0 && active.count == 0)
  }
}
