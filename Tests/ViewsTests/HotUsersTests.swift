import API
import Domain
import Testing

@testable import Views

@Suite struct HotUsersTests {
  @Test("The longest unread leave until the rest fits; one being folded stays")
  func leastRecentlyUsedLeave() {
    var hot = HotUsers<StatsView>()
    let entries = ["a", "b", "c", "d"].map { HotUser<StatsView>(user: $0, fold: 1) }
    for entry in entries {
      hot.add(entry)
      hot.touch(entry)
    }
    hot.touch(entries[0])
    hot.touch(entries[3])
    #expect(entries[1].begin())
    let each = hot.bytes / 4
    let leaving = hot.leaving(limit: each * 3, goal: each * 2)
    #expect(leaving.map(\.user) == ["c", "a"])
    #expect(hot.leaving(limit: each * 4, goal: each).isEmpty)
  }

  @Test("What left is no longer counted")
  func bytesAreCounted() {
    var hot = HotUsers<StatsView>()
    let entry = HotUser<StatsView>(user: "a", fold: 1)
    hot.add(entry)
    #expect(hot.bytes == entry.bytes && hot.bytes > 0)
    hot.measure(entry)
    #expect(hot.bytes == entry.bytes)
    hot.remove(entry)
    hot.remove(entry)
    #expect(hot.bytes == 0 && hot.count == 0)
  }
}
