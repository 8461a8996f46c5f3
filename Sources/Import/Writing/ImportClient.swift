import API
import Chronology
import Domain
import Proto

/// Calls on behalf of the user. They are retried while the service is busy or restarting.
struct ImportClient: Sendable {
  let client: Client<SessionAPI>
  let diversity: Client<DiversityAPI>
  let user: String

  /// A reply, and whether an earlier attempt of the call may have written something.
  struct Tried<Reply> {
    var reply: Reply
    var isRepeated: Bool
  }

  /// `at` is the original instant of a call that is replayed from another account.
  func call<M: Method>(_ method: M, at: Instant? = nil) async throws(Fault) -> M.Reply where M.API == SessionAPI {
    try await tried(method, at: at).reply
  }

  func tried<M: Method>(
    _ method: M, at: Instant? = nil
  ) async throws(Fault) -> Tried<M.Reply> where M.API == SessionAPI {
    try await trying { () async throws(Fault) in try await client.call(method, meta: CallMeta(user: user, at: at)) }
  }

  func call<M: Method>(_ method: M, at: Instant) async throws(Fault) -> M.Reply where M.API == DiversityAPI {
    try await trying { () async throws(Fault) in
      try await diversity.call(method, meta: CallMeta(user: user, at: at))
    }.reply
  }

  private func trying<Reply>(_ call: () async throws(Fault) -> Reply) async throws(Fault) -> Tried<Reply> {
    var isRepeated = false
    for _ in 1..<ImportLimits.tries {
      do throws(Fault) {
        return Tried(reply: try await call(), isRepeated: isRepeated)
      } catch {
        // An overloaded service rejects a call before it writes anything.
        isRepeated = isRepeated || error.code != .overloaded
        guard error.code == .overloaded || error.code == .unavailable || error.code == .deadlineExceeded else {
          throw error
        }
      }
      try? await Task.sleep(for: .milliseconds(ImportLimits.pauseMilliseconds))
    }
    return Tried(reply: try await call(), isRepeated: isRepeated)
  }

  func userHasBegun() async throws(Fault) -> Bool {
    try await call(SessionAPI.FetchHeads(users: [user])).heads.contains { $0.seq > 0 }
  }

  /// Reads the user's data of the kinds that the file contains.
  func existingData(for findings: Findings) async throws -> ExistingData {
    var found = ExistingData()
    if !findings.books.isEmpty {
      let works = try await all { SessionAPI.ListWorks(limit: ImportLimits.pageItems, cursor: $0) }
      found.works = works.map { Work($0) }
    }
    if findings.books.contains(where: { $0.entry != nil }) {
      let entries = try await all { SessionAPI.ListLibrary(limit: ImportLimits.pageItems, cursor: $0) }
      found.shelved = Set(entries.map(\.workId))
    }
    if !findings.readings.isEmpty {
      let sessions = try await all { SessionAPI.ListReadingSessions(limit: ImportLimits.pageItems, cursor: $0) }
      for session in sessions.reversed() {
        let known = ReadingSession(
          workId: session.workId, startedAt: session.startedAt, endedAt: session.endedAt, startPage: session.startPage,
          endPage: session.endPage)
        found.readings[session.workId, default: KnownReadings()].insert(known)
      }
    }
    if !findings.listenings.isEmpty {
      for story in try await all({ SessionAPI.ListStories(limit: ImportLimits.pageItems, cursor: $0) }) {
        found.stories[story.id] = Story(story)
      }
      for session in try await all({ SessionAPI.ListListeningSessions(limit: ImportLimits.pageItems, cursor: $0) }) {
        found.listenings[ExistingData.Start(of: session.storyId, at: session.startedAt)] = ListeningSession(
          storyId: session.storyId, startedAt: session.startedAt, endedAt: session.endedAt,
          completed: session.completed, duration: session.duration)
      }
      found.corrected = try await corrected(among: found.grown(findings.listenings))
    }
    if !findings.rucks.isEmpty {
      let rucks = try await rucks()
      found.ruckStarts = Set(rucks.map(\.startedAt))
      found.ruckIds = Dictionary(rucks.map { ($0.id, $0.startedAt) }) { first, _ in first }
      found.tracked = Set(rucks.lazy.filter(\.hasTrack).map(\.startedAt))
    }
    return found
  }

  func rucks() async throws -> [SessionAPI.RuckReply] {
    try await all { SessionAPI.ListRucks(limit: ImportLimits.pageItems, cursor: $0) }
  }

  /// Returns the sessions that the user has changed, which only the journal distinguishes from an earlier import.
  private func corrected(among grown: Set<ExistingData.Start>) async throws(Fault) -> Set<ExistingData.Start> {
    var corrected: Set<ExistingData.Start> = []
    if grown.isEmpty { return corrected }
    try await forEachEvent { event in
      guard case .listening(let event) = event else { return }
      switch event {
      case .recorded: break
      case .changed(let change):
        let start = ExistingData.Start(of: change.new.storyId, at: change.new.startedAt)
        if change.isCorrection, grown.contains(start) { corrected.insert(start) }
      case .removed(let event):
        corrected.remove(ExistingData.Start(of: event.session.storyId, at: event.session.startedAt))
      }
    }
    return corrected
  }

  /// Returns the objects that a person has deleted. Only the journal shows them.
  func deletions() async throws(Fault) -> Deletions {
    var deletions = Deletions()
    try await forEachEvent { deletions.take($0) }
    return deletions
  }

  /// Reads the user's journal from the start, page by page.
  func forEachEvent(_ body: (Event) -> Void) async throws(Fault) {
    var after: Int64 = 0
    while true {
      let page = try await call(SessionAPI.ReadJournal(user: user, after: after, maxBytes: ImportLimits.journalBytes))
      try CBORDecoder.decodeEach(Event.self, in: page.events) { body($0) }
      guard page.count > 0, page.last.seq < page.head.seq else { return }
      after = page.last.seq
    }
  }

  private func all<M: Method, Item: Codable & Sendable>(
    _ page: (String?) -> M
  ) async throws -> [Item] where M.API == SessionAPI, M.Reply == Page<Item> {
    var items: [Item] = []
    try await forEachPage(page) { items += $0 }
    return items
  }

  func forEachPage<M: Method, Item: Codable & Sendable>(
    _ page: (String?) -> M, _ body: ([Item]) throws -> Void
  ) async throws where M.API == SessionAPI, M.Reply == Page<Item> {
    var cursor: String?
    repeat {
      let reply = try await call(page(cursor))
      try body(reply.items)
      cursor = reply.nextCursor
    } while cursor != nil
  }
}
