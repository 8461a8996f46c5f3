import API
import Domain
import Proto
public import Service

public enum StatsService {
  /// The view of listening, reading and rucks: its fold is `StatsView`, its calls are registered here, one line
  /// each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try ViewService.start(context, of: StatsView.self, as: StatsAPI.self) { router, host in
      let handlers = StatsHandlers(host: host)
      router.serve(handlers.summary)
      router.serve(handlers.activity)
      router.serve(handlers.heroes)
      router.serve(handlers.insights)
      router.serve(handlers.ruckAnalytics)
      router.serve(handlers.ruckRecords)
      router.serve(handlers.ruckWeeks)
      router.serve(handlers.trainingStreak)
      router.serve(handlers.ruckBreakdown)
      router.serve(handlers.readingInsights)
      router.serve(handlers.readingTimeline)
      router.serve(handlers.review)
    }
  }
}
