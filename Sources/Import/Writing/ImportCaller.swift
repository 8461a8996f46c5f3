import API
import Chronology
import Domain
import Proto

/// Calls on behalf of the user, tried again while the service is busy or starts anew.
struct ImportCaller: Sendable {
  let client: Client<SessionAPI>
  let diversity: Client<DiversityAPI>
  let user: String

  /// `at` is when the call was first made, where it repeats one of another account.
  func call<M: Method>(_ method: M, at: Instant? = nil) async throws(Fault) -> M.Reply where M.API == SessionAPI {
    try await trying { () async throws(Fault) in try await client.call(method, meta: CallMeta(user: user, at: at)) }
  }

  func call<M: Method>(_ method: M, at: Instant) async throws(Fault) -> M.Reply where M.API == DiversityAPI {
    try await trying { () async throws(Fault) in try await diversity.call(method, meta: CallMeta(user: user, at: at)) }
  }

  private func trying<Reply>(_ call: () async throws(Fault) -> Reply) async throws(Fault) -> Reply {
    for _ in 1..<ImportLimits.tries {
      do throws(Fault) {
        return try await call()
      } catch {
        guard error.code == .overloaded || error.code == .unavailable || error.code == .deadlineExceeded else {
          throw error
        }
      }
      try? await Task.sleep(for: .milliseconds(ImportLimits.pauseMilliseconds))
    }
    return try await call()
  }

  /// What of the user's is asked for is what the file has something of.
  func holdings(for findings: Findings) async throws(Fault) -> Holdings {
    var found = Holdings()
    if !findings.books.isEmpty {
      found.works = try await all { SessionAPI.ListWorks(limit: ImportLimits.pageItems, cursor: $0) }
    }
    if findings.books.contains(where: { $0.entry != nil }) {
      let entries = try await all { SessionAPI.ListLibrary(limit: ImportLimits.pageItems, cursor: $0) }
      found.shelved = Set(entries.map(\.workId))
    }
    if !findings.readings.isEmpty {
      for session in try await all({ SessionAPI.ListReadingSessions(limit: ImportLimits.pageItems, cursor: $0) }) {
        found.readings[Holdings.Start(of: session.workId, at: session.startedAt)] = session.endedAt
      }
    }
    if !findings.listenings.isEmpty {
      for story in try await all({ SessionAPI.ListStories(limit: ImportLimits.pageItems, cursor: $0) }) {
        found.stories[story.id] = story
      }
      for session in try await all({ SessionAPI.ListListeningSessions(limit: ImportLimits.pageItems, cursor: $0) }) {
        found.listenings[Holdings.Start(of: session.storyId, at: session.startedAt)] = session.endedAt
      }
    }
    if !findings.rucks.isEmpty {
      let rucks = try await all { SessionAPI.ListRucks(limit: ImportLimits.pageItems, cursor: $0) }
      found.ruckStarts = Set(rucks.map(\.startedAt))
      found.ruckIds = Set(rucks.map(\.id))
    }
    return found
  }

  private func all<M: Method, Item: Codable & Sendable>(
    _ page: (String?) -> M
  ) async throws(Fault) -> [Item] where M.API == SessionAPI, M.Reply == Page<Item> {
    var items: [Item] = []
    var cursor: String?
    repeat {
      let reply = try await call(page(cursor))
      items += reply.items
      cursor = reply.nextCursor
    } while cursor != nil
    return items
  }
}
