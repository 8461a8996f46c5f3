import API
import Domain
public import Service
import Views

/// The view of milestones, achievements and goals. It folds `MilestonesView`.
public enum MilestoneService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(
      context, of: MilestonesView.self, as: MilestoneAPI.self, register: MilestoneRoutes.register)
  }
}
