import API
import Domain
public import Service

public enum DiversityService {
  /// The view of what one reads: its fold is `DiversityView`, its calls are registered here, one line each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try ViewService.start(context, of: DiversityView.self, as: DiversityAPI.self) { router, host in
      DiversityHandlers(host: host).register(on: router)
    }
  }
}
