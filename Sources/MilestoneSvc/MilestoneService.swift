import API
import Domain
import Proto
public import Service

public enum MilestoneService {
  /// The view of milestones, achievements and goals: its fold is `MilestonesView`, its calls are registered here, one
  /// line each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try ViewService.start(context, of: MilestonesView.self, as: MilestoneAPI.self) { router, host in
      let handlers = MilestoneHandlers(host: host)
      router.serve(handlers.milestones)
      router.serve(handlers.achievements)
      router.serve(handlers.goals)
      router.serve(handlers.setGoal)
    }
  }
}
