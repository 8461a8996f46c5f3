import API
import Domain
import Proto
public import Service
import Views

public enum DiversityService {
  /// The view of what one reads: its fold is `DiversityView`, its calls are registered here, one line each.
  public static func start(_ context: ServiceContext) async throws -> ServiceRuntime {
    try await ViewService.start(context, of: DiversityView.self, as: DiversityAPI.self) { router, host in
      router.serve(DiversityQueries.statistics, of: host)
      router.serve(DiversityQueries.completion, of: host)
      router.serve(reading: DiversityQueries.radar, of: host)
      router.serve(reading: DiversityQueries.points, of: host)
      router.serve(DiversityQueries.work, of: host)
      router.serve(reading: DiversityQueries.prompts, of: host)
      router.serve(reading: DiversityQueries.missing, of: host)
      router.serveNow { (_: DiversityAPI.ListDimensions, _) in DiversityCatalogue.all }
      let handlers = DiversityHandlers(host: host, turns: DecisionTurns(context.loop))
      router.serve(handlers.setValue)
      router.serve(handlers.clearValue)
      router.serve(handlers.answerPrompt)
      router.serve(handlers.skipPrompt)
    }
  }
}
