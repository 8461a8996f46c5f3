import API
import Chronology
import Domain
import Proto
import Views

extension StatsQueries {
  static func readingInsights(
    _ call: StatsAPI.FetchReadingInsights
  ) throws -> ViewQuery<StatsView, ReadingInsights> {
    let filter = BookFilter(genre: call.genre, culture: call.culture, timePeriod: call.timePeriod)
    do { try filter.check() } catch { throw Fault(error) }
    let timeframe = call.timeframe ?? .allTime
    if call.compare != nil, timeframe == .allTime { throw Fault.noComparison(with: "timeframe") }
    return { view, now in
      view.readingInsights(of: timeframe, only: filter, comparedWith: call.compare, now: now)
    }
  }

  static func readingTimeline(_ call: StatsAPI.FetchReadingTimeline) throws -> ViewQuery<StatsView, ReadingTimeline> {
    let count = call.months ?? ReadingTimeline.defaultCount
    guard ReadingTimeline.counts.contains(count) else { throw Fault.invalid("months", "must be from 1 to 120") }
    return { view, now in view.readingTimeline(count, now: now) }
  }

  static func months(
    _ call: StatsAPI.ExportMonths, _ view: inout StatsView, _ now: Instant
  ) -> SessionAPI.ReadExport.Reply {
    let text = MonthsExport.text(view.months(now: now), as: call.format ?? .csv)
    return SessionAPI.ReadExport.Reply(bytes: Array(text.utf8), next: nil)
  }
}
