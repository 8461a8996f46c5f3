import API
import Chronology
import Domain
import Proto
import Service

extension StatsQueries {
  static func readingInsights(_ call: StatsAPI.FetchReadingInsights, _ view: inout StatsView, _ now: Instant)
    -> ReadingInsights
  {
    view.readingInsights(of: call.timeframe ?? .allTime, now: now)
  }

  static func readingTimeline(_ call: StatsAPI.FetchReadingTimeline) throws -> ViewQuery<StatsView, ReadingTimeline> {
    let count = call.months ?? ReadingTimeline.usualCount
    guard ReadingTimeline.counts.contains(count) else { throw Fault(Rejection("months", "must be from 1 to 120")) }
    return { view, now in view.readingTimeline(count, now: now) }
  }
}
