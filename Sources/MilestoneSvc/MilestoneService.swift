import API
import Domain
import Proto
public import Service
import Views

public enum MilestoneService {
  /// The view of milestones, achievements and goals: its fold is `MilestonesView`, its calls are registered here, one
  /// line each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(context, of: MilestonesView.self, as: MilestoneAPI.self) { router, host in
      router.serve(MilestoneQueries.milestones, of: host)
      router.serve(MilestoneQueries.achievements, of: host)
      router.serve(MilestoneQueries.goals, of: host)
      router.serve(MilestoneHandlers(host: host).setGoal)
    }
  }
}
