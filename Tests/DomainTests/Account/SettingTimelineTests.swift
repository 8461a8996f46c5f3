import Chronology
import SeededRandom
import Testing

@testable import Domain
@testable import DomainModels

struct SettingTimelineTests {
  private func at(_ seconds: Int64) -> Instant { Instant(seconds: seconds) }

  @Test("A change applies from its instant on and removes later changes")
  func changes() {
    var timeline = SettingTimeline(1)
    timeline.set(2, since: at(100))
    timeline.set(3, since: at(200))
    #expect(timeline.entries.map(\.since) == [nil, at(100), at(200)])
    #expect([50, 100, 101, 200, 201].map { timeline.value(before: at($0)) } == [1, 1, 2, 2, 3])
    timeline.set(4, since: at(150))
    #expect(timeline.entries.map(\.value) == [1, 2, 4] && timeline.current == 4)
    timeline.set(5, since: nil)
    #expect(timeline == SettingTimeline(5))
  }

  @Test("The value that already applies adds no entry")
  func sameValue() {
    var timeline = SettingTimeline(1)
    timeline.set(1, since: at(100))
    #expect(timeline.entries.count == 1)
    timeline.set(2, since: at(100))
    timeline.set(1, since: at(200))
    // From 150 on it was 2, so that 2 from there on only removes the later change.
    timeline.set(2, since: at(150))
    #expect(timeline.entries.map(\.since) == [nil, at(100)])
    timeline.set(1, since: at(100))
    #expect(timeline == SettingTimeline(1))
  }

  @Test("Every value equals that of the last write that covers the moment", arguments: 0..<40)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var timeline = SettingTimeline(0)
    var writes: [(value: Int, since: Int64)] = [(0, .min)]
    for _ in 0..<30 {
      let since = Int.random(in: 0..<6, using: &random) == 0 ? nil : Int64.random(in: 0...20, using: &random)
      let value = Int.random(in: 0...3, using: &random)
      timeline.set(value, since: since.map(at))
      writes.append((value, since ?? .min))
      for moment in Int64(-1)...21 {
        #expect(timeline.value(before: at(moment + 1)) == writes.last { $0.since <= moment }?.value)
      }
    }
  }

  @Test("A day has the value that was set last on it or before")
  func byDay() throws {
    var timeline = SettingTimeline(1)
    timeline.set(2, since: instant("2026-03-10T08:00:00Z"))
    timeline.set(3, since: instant("2026-03-10T09:00:00Z"))
    timeline.set(0, since: instant("2026-03-16T00:00:00Z"))
    let days = SettingByDay(timeline, in: LocalCalendar(zone: .utc))
    let tenth = try #require(Day("2026-03-10"))
    #expect([-1, 0, 5, 6].map { days[tenth + $0] } == [1, 3, 3, 0])
    // 10 March is a Tuesday, and 16 March the next Monday.
    #expect([-7, 0, 7].map { days[week: (tenth + $0).week] } == [1, 3, 0])
    #expect(days.upTo(tenth + -1)[week: tenth.week] == 1)
  }
}
