import Charts
import Chronology
import Domain

/// Drawing each picture and writing it as SVG.
enum PictureBench {
  static let bench = Bench(name: "pictures", summary: "drawing and writing each picture", run: run)

  private static let now = Instant(seconds: 1_795_168_800)
  private static let mostMicroseconds = 1_000.0

  static func run() throws -> [BenchRow] {
    var few = DiversityBench.view(of: 100)
    var many = DiversityBench.view(of: 100_000)
    let (small, large, completion) = (few.radar(now: now), many.radar(now: now), many.completion())
    var view = journey()
    let width = PictureLimits.standardWidth
    let (insights, timeline) = (view.readingInsights(of: .year, now: now), view.readingTimeline(120, now: now))
    let (weeks, review) = (view.ruckWeeks(260, now: now), view.review(of: 2_026, now: now))
    let achievements = view.achievements()
    let (month, year) = (activity(.month, of: &view), activity(.year, of: &view))
    let decade = activity(.last(ActivityDays.mostDays), of: &view)
    var rows = [
      row("radar of 100 books") { RadarPicture.drawing(small, width: width) },
      row("radar of 100,000 books") { RadarPicture.drawing(large, width: width) },
      row("completion") { CompletionPicture.drawing(completion, width: width) },
      row("rings") { RingsPicture.drawing(insights, width: width) },
      row("timeline of 120 months") { TimelinePicture.drawing(timeline, width: width) },
      row("rucks of 260 weeks") { WeeklyRucksPicture.drawing(weeks, width: width) },
      row("review") { ReviewPicture.drawing(review, width: PictureLimits.standardCardWidth) },
      row("badge") { BadgePicture.drawing(label: "read", message: "12 books", kind: .reading) },
      row("activity of a month, all kinds") { ActivityPicture.drawing(month, width: width) },
      row("activity of a year, all kinds") { ActivityPicture.drawing(year, width: width) },
      row("activity of ten years, all kinds") { ActivityPicture.drawing(decade, width: width) },
    ]
    if let standing = achievements.first {
      rows.append(
        row("achievement") {
          AchievementPicture.drawing(standing, unlockedOn: Day(number: 20_000), width: PictureLimits.standardCardWidth)
        })
    }
    return rows
  }

  /// Ten years of reading and of rucks.
  private static func journey() -> StatsView {
    var view = InsightsBench.view(books: 1_000, sessions: 10_000)
    for number in 0..<2_000 {
      let ruck = RuckBench.ruck(number, startedAt: now + -Int64(number) * 2 * 86_400)
      view.apply(.rucks(.recorded(RuckRecorded(ruck: ruck))), zones: NoZones())
    }
    return view
  }

  private static func activity(_ days: ActivityDays, of view: inout StatsView) -> [ActivityPicture.Series] {
    ActivityKind.allCases.map { kind in
      ActivityPicture.Series(kind: kind, points: view.activity(days, of: kind, now: now))
    }
  }

  private static func row(_ name: String, _ draw: () -> Drawing) -> BenchRow {
    var best = Double.infinity
    for _ in 0..<5 {
      best = min(best, Bench.microseconds(count: 100) { _ in SVG.bytes(draw(), theme: .auto).count })
    }
    return BenchRow(name, best, "µs", target: "≤ 1 ms", met: best <= mostMicroseconds)
  }
}
