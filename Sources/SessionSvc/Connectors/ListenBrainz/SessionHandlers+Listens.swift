import API
import Chronology
import Connectors
import Domain
import Proto
import Storage

extension SessionHandlers {
  /// Records listens as sessions. A listen that was recorded before changes nothing, also if its session was changed or
  /// deleted since.
  func recordListens(
    _ call: SessionAPI.RecordListens, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.RecordListens.Reply {
    guard call.listens.count <= ListenBrainzLimits.listensPerUpload else {
      throw Fault.invalid("listens", "must have at most \(ListenBrainzLimits.listensPerUpload) items")
    }
    return try await command(caller, cost: max(1, call.listens.count)) { [log, zones] transaction in
      var reply = SessionAPI.RecordListens.Reply(added: 0, alreadyThere: 0)
      for listen in call.listens {
        if let outcome = try transaction.record(listen, zones) {
          reply.added += 1
          transaction.warn(outcome, log, trace: caller.trace)
        } else {
          reply.alreadyThere += 1
        }
      }
      return reply
    }
  }

  func listListens(
    _ call: SessionAPI.ListListens, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ListListens.Reply {
    let limit = min(max(call.count, 0), ListenBrainzLimits.mostListens)
    return try await read(caller, cost: SessionLimits.listenListCost) { user, rows in
      let listens = try ListenStore.listens(user, after: call.after, before: call.before, limit: limit, rows)
      let latest = try ListenStore.listens(user, after: .min, before: .max, limit: 1, rows).first
      return SessionAPI.ListListens.Reply(
        listens: listens, latest: latest?.listenedAt.seconds ?? 0, oldest: try ListenStore.oldest(user, rows) ?? 0)
    }
  }

  func countListens(
    _ call: SessionAPI.CountListens, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.CountListens.Reply {
    try await read(caller, cost: SessionLimits.searchCost) { user, rows in
      SessionAPI.CountListens.Reply(count: try ListenStore.count(user, rows))
    }
  }
}

extension UserTransaction {
  /// Returns nil if nothing was recorded.
  fileprivate func record(_ listen: SessionAPI.Listen, _ zones: any ZoneSource) throws -> ListeningRules.Outcome? {
    let id = listen.storyId
    guard try !ListenStore.has(user, at: listen.listenedAt, id, rows),
      let story = try connectorStory(id, title: listen.title, zones, estimate: listen.estimate)
    else { return nil }
    if try ListeningStore.session(user, storyId: id, startedAt: listen.listenedAt, rows) != nil {
      try ListenStore.insert(listen, of: id, user, storage)
      return nil
    }
    let outcome = try ListeningRules.outcome(of: listen.report(now: now), story: story, known: nil, now: now)
    try apply(outcome, of: story, zones)
    try ListenStore.insert(listen, of: id, user, storage)
    return outcome
  }
}
