import API
import Domain
import Proto
import Views

enum MilestoneRoutes {
  /// Registers every call of the service.
  static func register(on router: Router, of host: ViewHost<MilestonesView>) {
    router.serve(MilestoneQueries.milestones, of: host)
    router.serve(MilestoneQueries.achievements, of: host)
    router.serve(reading: MilestoneQueries.goals, of: host)
    router.serve(reading: MilestoneQueries.drawAchievement, of: host)
    router.serve(reading: MilestoneQueries.drawShared, of: host)
    router.serve(reading: MilestoneQueries.readShared, of: host)
    let handlers = MilestoneHandlers(host: host)
    router.serve(handlers.setGoal)
  }
}
