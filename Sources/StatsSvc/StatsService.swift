import API
import Domain
public import Service
import Views

/// The view of listening, reading and rucks. It folds `StatsView`.
public enum StatsService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(context, of: StatsView.self, as: StatsAPI.self, register: StatsRoutes.register)
  }
}
