import Chronology
import Domain
import Proto

/// The review of a year with a million listening sessions, compared with a hundred: the first read after a write, and a
/// read without changes.
enum ReviewBench {
  static let bench = Bench(name: "review", summary: "the review of 1,000,000 sessions compared with 100", run: run)

  private static let year = 2_025
  private static let newYear = Instant(seconds: 1_735_689_600)
  private static let seconds: Int64 = 365 * 86_400
  private static let storyCount: Int64 = 200
  private static let many: Int64 = 1_000_000
  private static let few: Int64 = 100
  private static let now = newYear + seconds

  static func run() throws -> [BenchRow] {
    var (small, large) = (view(of: few), view(of: many))
    let cold = microseconds(count: 1) { large.review(of: year, now: now) } / 1_000
    var rows = [BenchRow("first review of a year of a million", cold, "ms")]
    rows.append(
      compare("kept review and its bytes", 500, 2, &small, &large) { view, _, _ in
        _ = try? CBOREncoder.encode(view.review(of: year, now: now)).count
      })
    rows.append(
      compare("a new session and the next review", 50, nil, &small, &large) { view, count, step in
        let last = session(count - 1, of: count).startedAt
        view.apply(
          .listening(.recorded(ListeningRecorded(session: listening(step, at: last + step + 1)))), zones: NoZones())
        _ = view.review(of: year, now: now)
      })
    for (name, part) in [("in June", Int64(2)), ("on New Year's Day", 1_000)] {
      rows.append(
        compare("an edit \(name) and the next review", 20, nil, &small, &large) { view, count, step in
          let old = session(count / part, of: count)
          var new = old
          new.duration += Double(step)
          view.apply(.listening(.changed(ListeningChanged(old: old, new: new))), zones: NoZones())
          _ = view.review(of: year, now: now)
        })
    }
    return rows
  }

  private static func compare(
    _ name: String, _ count: Int64, _ limit: Double?, _ small: inout StatsView, _ large: inout StatsView,
    _ work: (inout StatsView, Int64, Int64) -> Void
  ) -> BenchRow {
    // Alternates, so that both run under the same conditions.
    var best = (small: Double.infinity, large: Double.infinity)
    for turn in 0..<5 {
      let first = Int64(turn) * count
      best.small = min(best.small, microseconds(count: count) { work(&small, few, first + $0) })
      best.large = min(best.large, microseconds(count: count) { work(&large, many, first + $0) })
    }
    return BenchRow(
      "\(name), a million sessions", best.large, "µs", baseline: "a hundred sessions", baselineValue: best.small,
      target: limit.map { "≤ \($0) ×" }, met: limit.map { best.large <= $0 * best.small })
  }

  private static func view(of count: Int64) -> StatsView {
    var view = StatsView()
    for number in 0..<storyCount {
      let hero = Hero(id: "hero-\(number % 20)", name: "Hero \(number % 20)")
      if number < 20 { view.apply(.catalogue(.heroSaved(HeroSaved(hero: hero))), zones: NoZones()) }
      let story = Story(
        id: "story-\(number)", title: "Story \(number)", heroId: hero.id, estimatedDuration: 900, createdAt: newYear)
      view.apply(.catalogue(.storySaved(StorySaved(story: story))), zones: NoZones())
    }
    for number in 0..<count {
      view.apply(.listening(.recorded(ListeningRecorded(session: session(number, of: count)))), zones: NoZones())
    }
    return view
  }

  private static func session(_ number: Int64, of count: Int64) -> ListeningSession {
    listening(number, at: newYear + 1 + number * ((seconds - 1_000) / count))
  }

  private static func listening(_ number: Int64, at start: Instant) -> ListeningSession {
    ListeningSession(
      storyId: "story-\(number % storyCount)", startedAt: start, endedAt: start + 30, completed: true, duration: 29.5)
  }

  private static func microseconds<Result>(count: Int64, _ work: (Int64) -> Result) -> Double {
    let start = ContinuousClock.now
    for step in 0..<count { _ = work(step) }
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(count)
  }

  private static func microseconds(count: Int64, _ work: () -> YearReview) -> Double {
    microseconds(count: count) { (_: Int64) in work() }
  }
}
