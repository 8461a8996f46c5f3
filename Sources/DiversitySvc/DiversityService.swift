import API
import Domain
public import Service
import Views

/// The view of the diversity of a user's books. It folds `DiversityView`.
public enum DiversityService {
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(
      context, of: DiversityView.self, as: DiversityAPI.self, register: DiversityRoutes.register)
  }
}
