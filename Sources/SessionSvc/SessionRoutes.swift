import API
import Proto

enum SessionRoutes {
  /// Registers every call of the service.
  static func register(on router: Router, of handlers: SessionHandlers) {
    let calls = SessionRouter(router: router, handlers: handlers)
    registerAccount(calls, handlers)

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
    calls.serve(handlers.listMatches, page: \.limit)
    calls.serve(handlers.acceptMatch)
    calls.serve(handlers.dismissMatch)

    calls.serve(handlers.recordListening)
    calls.serve(handlers.recordListeningBatch)
    calls.serve(handlers.listListeningSessions, page: \.limit)
    calls.serve(handlers.fetchListeningSession)
    calls.serve(handlers.patchListeningSession)
    calls.serve(handlers.deleteListeningSession)
    calls.serve(handlers.listAnomalies, page: \.limit)

    registerReading(calls, handlers)

    calls.serve(handlers.recordRuck)
    calls.serve(handlers.recordRuckBatch)
    calls.serve(handlers.listRucks, page: \.limit)
    calls.serve(handlers.fetchRuck)
    calls.serve(handlers.patchRuck)
    calls.serve(handlers.deleteRuck)

    calls.serve(handlers.saveGoal)
    calls.serve(handlers.clearGoal)
    calls.serve(handlers.restoreGoal)

    registerShares(calls, handlers)

    calls.serve(handlers.fetchHeads)
    calls.serve(handlers.waitForChange)
    calls.serve(handlers.readJournal, bulk: { $0.maxBytes ?? SessionLimits.journalBytes }, of: \.user)
    calls.serve(handlers.listUsers, bulk: { _ in SessionLimits.userPageBytes })
    calls.serve(handlers.appendDecision)
    calls.serve(handlers.fetchKeptReply)
    calls.serve(handlers.keepReply)
    calls.serve(handlers.readExport, bulk: { _ in SessionLimits.exportReadBytes })
    calls.serve(handlers.readAccount, bulk: { _ in SessionLimits.exportReadBytes })
  }

  private static func registerReading(_ calls: SessionRouter, _ handlers: SessionHandlers) {
    calls.serve(handlers.listWorks, page: \.limit)
    calls.serve(handlers.fetchWork)
    calls.serve(handlers.saveWork)
    calls.serve(handlers.deleteWork)

    calls.serve(handlers.listLibrary, page: \.limit)
    calls.serve(handlers.fetchEntry)
    calls.serve(handlers.saveEntry)
    calls.serve(handlers.patchEntry)
    calls.serve(handlers.deleteEntry)
    calls.serve(handlers.restoreEntry)
    calls.serve(handlers.importEntry)
    calls.serve(handlers.followPages)
    calls.serve(handlers.listReads, page: \.limit)
    calls.serve(handlers.addRead)
    calls.serve(handlers.fetchRead)
    calls.serve(handlers.patchRead)
    calls.serve(handlers.deleteRead)
    calls.serve(handlers.listFinishedReads, page: \.limit)

    calls.serve(handlers.startTimer)
    calls.serve(handlers.fetchTimer)
    calls.serve(handlers.stopTimer)
    calls.serve(handlers.discardTimer)
    calls.serve(handlers.recordReading)
    calls.serve(handlers.recordReadingBatch)
    calls.serve(handlers.listReadingSessions, page: \.limit)
    calls.serve(handlers.fetchReadingSession)
    calls.serve(handlers.patchReadingSession)
    calls.serve(handlers.deleteReadingSession)
  }

  private static func registerAccount(_ calls: SessionRouter, _ handlers: SessionHandlers) {
    calls.serve(handlers.verifyToken)
    calls.serve(handlers.checkTokens)
    calls.serve(handlers.openAccount)
    calls.serve(handlers.deleteAccount)
    calls.serve(handlers.waitForErasures)
    calls.serve(handlers.listTokens, page: \.limit)
    calls.serve(handlers.createToken)
    calls.serve(handlers.revokeToken)
    calls.serve(handlers.signIn)
    calls.serve(handlers.signOut)
    calls.serve(handlers.fetchProfile)
    calls.serve(handlers.saveProfile)
    calls.serve(handlers.restoreProfile)
    calls.serve(handlers.restoreUnlocks)
  }

  private static func registerShares(_ calls: SessionRouter, _ handlers: SessionHandlers) {
    calls.serve(handlers.createShare)
    calls.serve(handlers.listShares, page: \.limit)
    calls.serve(handlers.deleteShare)
    calls.serve(handlers.resolveShare)
  }
}
