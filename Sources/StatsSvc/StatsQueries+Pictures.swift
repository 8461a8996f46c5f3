import API
import Charts
import Chronology
import Domain
import Pictures
import Proto
import Views

/// Figures as pictures and printed pages.
extension StatsQueries {
  /// A reply that takes milliseconds to draw.
  typealias LateReply = @Sendable () -> MediaReply

  static func drawActivity(_ call: StatsAPI.DrawActivity) throws -> ViewQuery<StatsView, LateReply> {
    let width = try PictureWidth.checked(call.width)
    let (_, days) = try ActivityQuery.read(
      StatsAPI.FetchActivity(range: call.range, from: call.from, to: call.to))
    let kinds = (call.kind ?? .listening).kinds
    return { view, now in
      let series = series(kinds, days, &view, now)
      return { MediaReply(ActivityPicture.drawing(series, width: width, language: call.lang), theme: call.theme) }
    }
  }

  static func series(
    _ kinds: [ActivityKind], _ days: ActivityDays, _ view: inout StatsView, _ now: Instant
  ) -> [ActivityPicture.Series] {
    kinds.map { kind in
      ActivityPicture.Series(kind: kind, points: view.activity(days, of: kind, now: now))
    }
  }

  static func drawTimeline(_ call: StatsAPI.DrawTimeline) throws -> ViewQuery<StatsView, MediaReply> {
    let width = try PictureWidth.checked(call.width)
    let query = try readingTimeline(StatsAPI.FetchReadingTimeline(months: call.months))
    return { view, now in
      MediaReply(TimelinePicture.drawing(try query(&view, now), width: width, language: call.lang), theme: call.theme)
    }
  }

  static func drawRings(_ call: StatsAPI.DrawRings) throws -> ViewQuery<StatsView, MediaReply> {
    let width = try PictureWidth.checked(call.width)
    return { view, now in
      MediaReply(RingsPicture.drawing(rings(&view, now), width: width, language: call.lang), theme: call.theme)
    }
  }

  static func drawRuckWeeks(_ call: StatsAPI.DrawRuckWeeks) throws -> ViewQuery<StatsView, MediaReply> {
    let width = try PictureWidth.checked(call.width)
    let query = try ruckWeeks(StatsAPI.FetchRuckWeeks(weeks: call.weeks))
    return { view, now in
      MediaReply(
        WeeklyRucksPicture.drawing(
          try query(&view, now), in: call.unit ?? .kilometres, width: width, language: call.lang),
        theme: call.theme
      )
    }
  }

  /// Both rings show goals of the year.
  static func rings(_ view: inout StatsView, _ now: Instant) -> ReadingInsights {
    view.readingInsights(of: .year, only: BookFilter(), now: now)
  }

  static func printReport(_ call: StatsAPI.PrintReport) -> ViewQuery<StatsView, LateReply> {
    { view, now in
      let report = StatsReports.report(
        of: call.timeframe ?? .allTime, &view, call.diversity, now: now, in: call.lang)
      return { MediaReply(report()) }
    }
  }
}
