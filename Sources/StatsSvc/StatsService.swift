import API
import Domain
import Proto
public import Service
import Views

public enum StatsService {
  /// The view of listening, reading and rucks: its fold is `StatsView`, its calls are registered here, one line
  /// each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(context, of: StatsView.self, as: StatsAPI.self) { router, host in
      router.serve(StatsQueries.summary, of: host)
      router.serve(reading: StatsQueries.activity, of: host)
      router.serve(positioned: StatsQueries.heroes, of: host)
      router.serve(StatsQueries.insights, of: host)
      router.serve(reading: StatsQueries.ruckAnalytics, of: host)
      router.serve(StatsQueries.ruckRecords, of: host)
      router.serve(reading: StatsQueries.ruckWeeks, of: host)
      router.serve(StatsQueries.trainingStreak, of: host)
      router.serve(reading: StatsQueries.ruckBreakdown, of: host)
      router.serve(reading: StatsQueries.readingInsights, of: host)
      router.serve(reading: StatsQueries.readingTimeline, of: host)
      router.serve(reading: StatsQueries.review, of: host)
      router.serve(StatsQueries.months, of: host)
    }
  }
}
