import API
import Proto

enum SessionRoutes {
  /// Every call of the service and the handler that answers it.
  static func register(on router: Router, of handlers: SessionHandlers) {
    let calls = SessionRouter(router: router, handlers: handlers)
    calls.serve(handlers.verifyToken)
    calls.serve(handlers.openAccount)
    calls.serve(handlers.fetchProfile)
    calls.serve(handlers.saveProfile)

    calls.serve(handlers.listHeroes, page: \.limit)
    calls.serve(handlers.fetchHero)
    calls.serve(handlers.saveHero)
    calls.serve(handlers.deleteHero)

    calls.serve(handlers.listStories, page: \.limit)
    calls.serve(handlers.fetchStory)
    calls.serve(handlers.saveStory)
    calls.serve(handlers.deleteStory)
    calls.serve(handlers.favoriteStory)
    calls.serve(handlers.unfavoriteStory)

    calls.serve(handlers.recordSession)
    calls.serve(handlers.recordSessions)
    calls.serve(handlers.listSessions, page: \.limit)
    calls.serve(handlers.fetchSession)
    calls.serve(handlers.patchSession)
    calls.serve(handlers.deleteSession)
    calls.serve(handlers.listAnomalies, page: \.limit)

    calls.serve(handlers.listWorks, page: \.limit)
    calls.serve(handlers.fetchWork)
    calls.serve(handlers.saveWork)
    calls.serve(handlers.deleteWork)

    calls.serve(handlers.listLibrary, page: \.limit)
    calls.serve(handlers.fetchEntry)
    calls.serve(handlers.saveEntry)
    calls.serve(handlers.patchEntry)
    calls.serve(handlers.deleteEntry)

    calls.serve(handlers.startTimer)
    calls.serve(handlers.fetchTimer)
    calls.serve(handlers.stopTimer)
    calls.serve(handlers.discardTimer)
    calls.serve(handlers.recordReading)
    calls.serve(handlers.recordReadings)
    calls.serve(handlers.listReadings, page: \.limit)
    calls.serve(handlers.fetchReading)
    calls.serve(handlers.patchReading)
    calls.serve(handlers.deleteReading)

    calls.serve(handlers.recordRuck)
    calls.serve(handlers.recordRucks)
    calls.serve(handlers.listRucks, page: \.limit)
    calls.serve(handlers.fetchRuck)
    calls.serve(handlers.patchRuck)
    calls.serve(handlers.deleteRuck)

    calls.serve(handlers.saveGoal)
    calls.serve(handlers.clearGoal)

    calls.serve(handlers.fetchHeads)
    calls.serve(handlers.readJournal, bulk: { $0.maxBytes ?? SessionLimits.journalBytes }, of: \.user)
    calls.serve(handlers.listUsers, bulk: { _ in SessionLimits.userPageBytes })
    calls.serve(handlers.appendDecision)
    calls.serve(handlers.fetchAnswer)
    calls.serve(handlers.readExport, bulk: { _ in SessionLimits.exportReadBytes })
  }
}
