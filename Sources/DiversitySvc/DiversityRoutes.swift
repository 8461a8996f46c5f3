import API
import Domain
import Proto
import Views

enum DiversityRoutes {
  /// Registers every call of the service.
  static func register(on router: Router, of host: ViewHost<DiversityView>) {
    router.serve(DiversityQueries.statistics, of: host)
    router.serve(DiversityQueries.completion, of: host)
    router.serve(reading: DiversityQueries.radar, of: host)
    router.serve(reading: DiversityQueries.points, of: host)
    router.serve(DiversityQueries.work, of: host)
    router.serve(reading: DiversityQueries.prompts, of: host)
    router.serve(reading: DiversityQueries.missing, of: host)
    router.serve(reading: DiversityQueries.drawRadar, of: host)
    router.serve(reading: DiversityQueries.drawCompletion, of: host)
    router.serve(DiversityQueries.report, of: host)
    router.serve(reading: DiversityQueries.drawShared, of: host)
    router.serve(reading: DiversityQueries.readShared, of: host)
    router.serveNow { (call: DiversityAPI.ListDimensions, _) in DiversityCatalogue.all(in: call.lang) }
    let handlers = DiversityHandlers(host: host, turns: DecisionTurns(host.loop))
    router.serve(handlers.setValue)
    router.serve(handlers.clearValue)
    router.serve(handlers.answerPrompt)
    router.serve(handlers.skipPrompt)
  }
}
