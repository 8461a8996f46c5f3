import API
import Domain
import Proto
import Views

enum StatsRoutes {
  /// Registers every call of the service.
  static func register(on router: Router, of host: ViewHost<StatsView>) {
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
    router.serve(reading: StatsQueries.monthReview, of: host)
    router.serve(StatsQueries.months, of: host)
    router.serve(drawing: StatsQueries.drawActivity, of: host)
    router.serve(reading: StatsQueries.drawTimeline, of: host)
    router.serve(reading: StatsQueries.drawRings, of: host)
    router.serve(reading: StatsQueries.drawRuckWeeks, of: host)
    router.serve(reading: StatsQueries.drawReview, of: host)
    router.serve(reading: StatsQueries.drawMonthReview, of: host)
    router.serve(drawing: StatsQueries.printReport, of: host)
    router.serve(drawing: StatsQueries.printReview, of: host)
    router.serve(drawing: StatsQueries.printMonthReview, of: host)
    router.serve(reading: StatsQueries.drawShared, of: host)
    router.serve(reading: StatsQueries.readShared, of: host)
  }
}
