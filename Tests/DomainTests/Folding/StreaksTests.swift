import Chronology
import Domain
import SeededRandom
import Testing

struct StreaksTests {
  /// Days starting on Monday, 2026-11-02; x is a streak day. The day after the last letter is today.
  @Test(
    "Runs continue over a limited number of rest days per ISO week",
    arguments: [
      ("", 0, 0, 0), ("x", 0, 1, 1), ("xx.", 0, 2, 0), ("xx..", 0, 2, 0), ("xxx.xx", 0, 3, 2),
      // One rest day per week.
      ("xxx.xxx", 1, 6, 6), ("xx.xx.x", 1, 4, 1), ("xxx.", 1, 3, 3), ("xxx..", 1, 3, 0), ("x.xxxxxx.xxxx", 1, 11, 11),
      // The last day of a week and the first day of the next use rest days of two weeks.
      ("xxxxxx..xxxxx", 1, 11, 11), ("xxxxxx..", 1, 6, 6), ("xxxxxx...", 1, 6, 0), ("xxxxx...xxxx", 1, 5, 4),
      // A run after a broken one starts without missed days, even in the same week.
      ("x..x.xx", 1, 3, 3), ("x...x.x", 2, 2, 2), ("x.x.x.x", 2, 3, 1),
      ("x..x..x", 3, 2, 1), ("x...xxxx...x", 3, 6, 6), ("x....xx", 3, 2, 2), ("xx...xx...x.x", 3, 5, 1),
      ("xxxx...", 3, 4, 4), ("xxxx......", 3, 4, 4), ("xxxx.......", 3, 4, 0),
    ])
  func runs(days: String, restDays: Int, longest: Int, current: Int) throws {
    let monday = try #require(Day("2026-11-02"))
    var streaks = Streaks(restDaysPerWeek: restDays)
    for (offset, mark) in days.enumerated() where mark == "x" { streaks.add(monday + offset) }
    #expect(streaks.longest == longest)
    #expect(streaks.current(on: monday + days.count) == current)
  }

  @Test("A streak remains open until a whole day has passed without listening")
  func current() {
    var streaks = Streaks(restDaysPerWeek: 0)
    for number in Int32(100)...104 { streaks.add(Day(number: number)) }
    #expect((103...107).map { streaks.current(on: Day(number: $0)) } == [5, 5, 5, 0, 0])
  }

  @Test("Runs equal those of a model that checks every week of every run")
  func model() {
    var random = SplitMix(seed: testSeed())
    for _ in 0..<300 {
      let seed = random.state
      let restDays = Int.random(in: 0...3, using: &random)
      let missing = Int.random(in: 10...60, using: &random)
      let days = (Int32(0)..<60).filter { _ in Int.random(in: 0..<100, using: &random) >= missing }.map(Day.init)
      var streaks = Streaks(restDaysPerWeek: restDays)
      var runs: [[Day]] = []
      for day in days {
        streaks.add(day)
        let longer = (runs.last ?? []) + [day]
        if runs.isEmpty || !Self.survives(longer, restDays) {
          runs.append([day])
        } else {
          runs[runs.count - 1] = longer
        }
      }
      #expect(streaks.longest == runs.map(\.count).max() ?? 0, "seed \(seed)")
      let today = Day(number: Int32.random(in: 58...70, using: &random))
      let run = runs.last ?? []
      let isCurrent = run.last.map { $0 >= today + -1 || Self.survives(run + [today], restDays) } ?? false
      #expect(streaks.current(on: today) == (isCurrent ? run.count : 0), "seed \(seed)")
    }
  }

  private static func survives(_ run: [Day], _ restDays: Int) -> Bool {
    let missed = (run[0].number...run[run.count - 1].number).map(Day.init).filter { !run.contains($0) }
    return Dictionary(grouping: missed, by: \.startOfWeek).values.allSatisfy { $0.count <= restDays }
  }
}
