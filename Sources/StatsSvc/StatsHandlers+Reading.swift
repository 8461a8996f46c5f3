import API
import Domain
import Proto
import Service

extension StatsHandlers {
  func readingInsights(_ call: StatsAPI.FetchReadingInsights, _ context: CallContext) async throws -> ReadingInsights {
    try await host.read(context) { view, now in view.readingInsights(of: call.timeframe ?? .allTime, now: now) }
  }

  func readingTimeline(_ call: StatsAPI.FetchReadingTimeline, _ context: CallContext) async throws -> ReadingTimeline {
    let count = call.months ?? ReadingTimeline.usualCount
    guard ReadingTimeline.counts.contains(count) else { throw Fault(Rejection("months", "must be from 1 to 120")) }
    return try await host.read(context) { view, now in view.readingTimeline(count, now: now) }
  }
}
