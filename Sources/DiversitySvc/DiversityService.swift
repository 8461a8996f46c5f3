import API
import Domain
public import Service

public enum DiversityService {
  /// The view of what one reads: its fold is `DiversityView`.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try ViewService.start(context, of: DiversityView.self, as: DiversityAPI.self) { _, _ in }
  }
}
