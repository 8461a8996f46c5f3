import API
import Proto

extension SessionHandlers {
  /// Every call of the service and the method that answers it.
  func register(on router: Router) {
    serve(router, SessionAPI.VerifyToken.self, verifyToken)
    serve(router, SessionAPI.OpenAccount.self, openAccount)
    serve(router, SessionAPI.FetchProfile.self, fetchProfile)
    serve(router, SessionAPI.SaveProfile.self, saveProfile)

    serve(router, page: \.limit, SessionAPI.ListHeroes.self, listHeroes)
    serve(router, SessionAPI.FetchHero.self, fetchHero)
    serve(router, SessionAPI.SaveHero.self, saveHero)
    serve(router, SessionAPI.DeleteHero.self, deleteHero)

    serve(router, page: \.limit, SessionAPI.ListStories.self, listStories)
    serve(router, SessionAPI.FetchStory.self, fetchStory)
    serve(router, SessionAPI.SaveStory.self, saveStory)
    serve(router, SessionAPI.DeleteStory.self, deleteStory)
    serve(router, SessionAPI.FavoriteStory.self, favoriteStory)
    serve(router, SessionAPI.UnfavoriteStory.self, unfavoriteStory)

    serve(router, SessionAPI.RecordSession.self, recordSession)
    serve(router, SessionAPI.RecordSessions.self, recordSessions)
    serve(router, page: \.limit, SessionAPI.ListSessions.self, listSessions)
    serve(router, SessionAPI.FetchSession.self, fetchSession)
    serve(router, SessionAPI.PatchSession.self, patchSession)
    serve(router, SessionAPI.DeleteSession.self, deleteSession)
    serve(router, page: \.limit, SessionAPI.ListAnomalies.self, listAnomalies)

    serve(router, page: \.limit, SessionAPI.ListWorks.self, listWorks)
    serve(router, SessionAPI.FetchWork.self, fetchWork)
    serve(router, SessionAPI.SaveWork.self, saveWork)
    serve(router, SessionAPI.DeleteWork.self, deleteWork)

    serve(router, page: \.limit, SessionAPI.ListLibrary.self, listLibrary)
    serve(router, SessionAPI.FetchEntry.self, fetchEntry)
    serve(router, SessionAPI.SaveEntry.self, saveEntry)
    serve(router, SessionAPI.PatchEntry.self, patchEntry)
    serve(router, SessionAPI.DeleteEntry.self, deleteEntry)

    serve(router, SessionAPI.StartTimer.self, startTimer)
    serve(router, SessionAPI.FetchTimer.self, fetchTimer)
    serve(router, SessionAPI.StopTimer.self, stopTimer)
    serve(router, SessionAPI.DiscardTimer.self, discardTimer)
    serve(router, SessionAPI.RecordReading.self, recordReading)
    serve(router, SessionAPI.RecordReadings.self, recordReadings)
    serve(router, page: \.limit, SessionAPI.ListReadings.self, listReadings)
    serve(router, SessionAPI.FetchReading.self, fetchReading)
    serve(router, SessionAPI.PatchReading.self, patchReading)
    serve(router, SessionAPI.DeleteReading.self, deleteReading)

    serve(router, SessionAPI.RecordRuck.self, recordRuck)
    serve(router, SessionAPI.RecordRucks.self, recordRucks)
    serve(router, page: \.limit, SessionAPI.ListRucks.self, listRucks)
    serve(router, SessionAPI.FetchRuck.self, fetchRuck)
    serve(router, SessionAPI.PatchRuck.self, patchRuck)
    serve(router, SessionAPI.DeleteRuck.self, deleteRuck)

    serve(router, SessionAPI.SaveGoal.self, saveGoal)
    serve(router, SessionAPI.ClearGoal.self, clearGoal)

    serve(router, SessionAPI.FetchHeads.self, fetchHeads)
    serve(
      router, bulk: { $0.maxBytes ?? SessionLimits.journalBytes }, of: \.user, SessionAPI.ReadJournal.self, readJournal)
    serve(router, bulk: { _ in SessionLimits.userPageBytes }, SessionAPI.ListUsers.self, listUsers)
    serve(router, SessionAPI.AppendDecision.self, appendDecision)
    serve(router, SessionAPI.FetchAnswer.self, fetchAnswer)
    serve(router, bulk: { _ in SessionLimits.exportReadBytes }, SessionAPI.ReadExport.self, readExport)
  }

  private func serve<M: Method & Judged>(
    _ router: Router, _ type: M.Type, _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, Caller(context)) }
    router.judge { [now, zones] (call: M) in call.fields(now: now(), zones) }
  }

  private func serve<M: Method>(
    _ router: Router, _ type: M.Type, _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve { (call: M, context: CallContext) in try await handler(call, Caller(context)) }
  }

  /// A call whose answer may be so large is made when there is room for it.
  private func serve<M: Method>(
    _ router: Router, bulk bytes: @escaping @Sendable (M) -> Int,
    of user: @escaping @Sendable (M) -> String? = { _ in nil }, _ type: M.Type,
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    router.serve(bulk: bytes, of: user) { (call: M, context: CallContext) in
      try await handler(call, Caller(context))
    }
  }

  private func serve<M: Method>(
    _ router: Router, page limit: @escaping @Sendable (M) -> Int?, _ type: M.Type,
    _ handler: @escaping @Sendable (M, Caller) async throws(Fault) -> M.Reply
  ) where M.API == SessionAPI {
    let bytes: @Sendable (M) -> Int = { call in
      let items = min(max(limit(call) ?? SessionLimits.pageSize, 1), SessionLimits.pageSizes.upperBound)
      return min(items * SessionLimits.itemBytes, SessionLimits.pageBytes)
    }
    serve(router, bulk: bytes, type, handler)
  }
}
