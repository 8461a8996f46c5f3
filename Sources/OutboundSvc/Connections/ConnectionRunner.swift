import API
import Chronology
import Domain
import Import
import Proto
import Synchronization

/// Runs the connections that are due. It keeps nothing: the session service leases each run to one host, and
/// leases it again if the run does not end.
final class ConnectionRunner: Sendable {
  typealias Fetch = @Sendable (FetchRequest) async -> OutboundAPI.Fetch.Reply

  private let gateway: ConnectionGateway
  private let fetch: Fetch
  private let milliseconds: @Sendable () -> Int
  private let now: @Sendable () -> Instant
  private struct State {
    /// The users of runs.
    var busy: Set<String> = []
    /// The runs by number, each until it has begun further ones.
    var runs: [Int: Task<Void, Never>] = [:]
    var lastRun = 0
    /// Whether runs are being begun, and whether to look for further ones afterwards.
    var isBeginning = false
    var mustLookAgain = false
    var isStopped = false
  }

  private let state = Mutex(State())

  init(
    _ gateway: ConnectionGateway, fetch: @escaping Fetch, milliseconds: @escaping @Sendable () -> Int,
    now: @escaping @Sendable () -> Instant
  ) {
    self.gateway = gateway
    self.fetch = fetch
    self.milliseconds = milliseconds
    self.now = now
  }

  /// Begins runs that are due, at most one per user. When one ends, the next one that is due begins.
  func begin() async {
    let mayBegin = state.withLock { state in
      state.mustLookAgain = true
      guard !state.isBeginning, !state.isStopped else { return false }
      state.isBeginning = true
      return true
    }
    guard mayBegin else { return }
    while mustLook() { await beginDue() }
  }

  /// Begins no further runs.
  func stop() {
    state.withLock { $0.isStopped = true }
  }

  private func mustLook() -> Bool {
    state.withLock { state in
      defer { state.mustLookAgain = false }
      state.isBeginning = state.mustLookAgain && !state.isStopped
      return state.isBeginning
    }
  }

  private func beginDue() async {
    while true {
      let busy = state.withLock { Array($0.busy) }
      // If the session service is unavailable, runs wait.
      guard busy.count < OutboundLimits.runs, let lease = try? await gateway.lease(busy) else { return }
      let run = ConnectionRun(lease, gateway, fetch, milliseconds, now)
      state.withLock { state in
        state.lastRun += 1
        let number = state.lastRun
        state.busy.insert(lease.user)
        state.runs[number] = Task {
          await run.complete()
          self.state.withLock { _ = $0.busy.remove(lease.user) }
          await self.begin()
          self.state.withLock { $0.runs[number] = nil }
        }
      }
    }
  }

  /// Waits until nothing runs.
  func finish() async {
    while let task = state.withLock({ $0.runs.values.first }) { await task.value }
  }
}

/// One run of a connection: it reads the list of sessions page by page, latest first.
private struct ConnectionRun {
  private let lease: SessionAPI.ConnectionLease
  private let list: ForeignList
  private let gateway: ConnectionGateway
  private let fetch: ConnectionRunner.Fetch
  private let milliseconds: @Sendable () -> Int
  private let now: @Sendable () -> Instant

  init(
    _ lease: SessionAPI.ConnectionLease, _ gateway: ConnectionGateway, _ fetch: @escaping ConnectionRunner.Fetch,
    _ milliseconds: @escaping @Sendable () -> Int, _ now: @escaping @Sendable () -> Instant
  ) {
    self.lease = lease
    self.gateway = gateway
    self.fetch = fetch
    self.milliseconds = milliseconds
    self.now = now
    list = ForeignList(kind: lease.kind, url: lease.url, secret: lease.secret)
  }

  /// If the session service fails, the run ends without an outcome, and its lease ends later.
  func complete() async {
    guard let outcome = try? await outcome() else { return }
    let call = SessionAPI.FinishConnection(user: lease.user, id: lease.id, lease: lease.lease, outcome: outcome)
    try? await gateway.finish(call)
  }

  private func outcome() async throws(Fault) -> ConnectionOutcome {
    let end = milliseconds() + OutboundLimits.runMilliseconds
    var covers = RunCovers(milliseconds: OutboundLimits.coversMilliseconds)
    let outcome = try await readList(&covers, end: end)
    if case .success = outcome { await storeCovers(of: lease.covers ?? [], &covers, end: end) }
    return outcome
  }

  private func readList(_ covers: inout RunCovers, end: Int) async throws(Fault) -> ConnectionOutcome {
    var (number, count) = (0, 0)
    var isSecondPass = false
    while true {
      let left = end - milliseconds()
      guard left > 0 else { return .unavailable(reason: "the server took too long", retryAfter: nil) }
      let reply = await read(number, within: left)
      if let outcome = list.outcome(of: reply, now: now()) { return outcome }
      guard let page = try? AudiobookshelfPage(reply.body) else { return .wrongAddress(reason: ForeignList.noList) }
      let imported = try await store(page)
      await storeCovers(of: imported.newStories, &covers, end: end)
      count += page.count
      let isComplete = page.total.map { imported.known >= $0 } ?? false
      if isComplete, !imported.hasNews, !lease.readsAll { return .success(readsAll: false, problem: nil) }
      guard count < ConnectionRules.mostSessions else {
        let problem = "the list has more than \(ConnectionRules.mostSessions) sessions; older ones are not imported"
        return .success(readsAll: true, problem: problem)
      }
      number += 1
      guard page.count == 0 || page.total.map({ number * ForeignList.itemsPerPage >= $0 }) ?? false else { continue }
      // A session that was updated meanwhile has moved to the front, so that another one may have been missed.
      guard !isComplete, page.total != nil, !isSecondPass else { return .success(readsAll: true, problem: nil) }
      (number, isSecondPass) = (0, true)
    }
  }

  private func read(_ number: Int, within milliseconds: Int) async -> OutboundAPI.Fetch.Reply {
    var call = list.request(page: number)
    call.limits = .init(
      milliseconds: min(milliseconds, OutboundLimits.pageMilliseconds), bytes: OutboundLimits.pageBytes)
    guard let request = FetchRequest(call, bytes: 0...OutboundLimits.pageBytes) else { return .init(.invalid) }
    return await fetch(request)
  }

  /// Gives new stories the covers of their items. A failure never ends the run. After a connection failure, no further
  /// covers are requested, and a later run requests them again.
  private func storeCovers(of stories: [String], _ covers: inout RunCovers, end: Int) async {
    for storyId in stories where !covers.isOver {
      let begin = milliseconds()
      let left = min(OutboundLimits.coverMilliseconds, covers.milliseconds, end - begin)
      guard left > 0, var call = list.cover(ofStory: storyId) else { continue }
      call.limits.milliseconds = left
      guard let request = FetchRequest(call) else { continue }
      let reply = await fetch(request)
      covers.milliseconds -= milliseconds() - begin
      covers.note(reply.failure)
      guard let image = Self.image(of: reply) else { continue }
      try? await gateway.storeCover(
        .init(user: lease.user, id: lease.id, lease: lease.lease, storyId: storyId, image: image))
    }
  }

  /// Returns no bytes if the server has no usable cover, and nil if another request may bring one.
  private static func image(of reply: OutboundAPI.Fetch.Reply) -> [UInt8]? {
    switch (reply.failure, reply.status) {
    case (nil, 200): reply.body
    case (nil, 404), (nil, 410), (.tooLarge?, _), (.malformed?, _): []
    default: nil
    }
  }

  /// Returns the outcome for the whole page.
  private func store(_ page: AudiobookshelfPage) async throws(Fault) -> SessionAPI.ImportForeignSessions.Reply {
    var whole = SessionAPI.ImportForeignSessions.Reply(hasNews: false, known: 0)
    var (sessions, rejected) = (page.sessions[...], page.rejected[...])
    repeat {
      let some = sessions.prefix(OutboundLimits.sessionsPerCall)
      let others = rejected.prefix(OutboundLimits.sessionsPerCall)
      (sessions, rejected) = (sessions.dropFirst(some.count), rejected.dropFirst(others.count))
      let reply = try await gateway.importSessions(
        .init(
          user: lease.user, id: lease.id, lease: lease.lease, sessions: Array(some), rejected: Array(others)))
      whole.hasNews = whole.hasNews || reply.hasNews
      whole.known = reply.known
      whole.newStories += reply.newStories
    } while !sessions.isEmpty || !rejected.isEmpty
    return whole
  }
}

/// The time that is left for covers of a run.
private struct RunCovers {
  var milliseconds: Int
  private var hasFailed = false

  init(milliseconds: Int) { self.milliseconds = milliseconds }

  var isOver: Bool { hasFailed || milliseconds <= 0 }

  /// Ends the covers of the run, unless only this cover is unusable.
  mutating func note(_ failure: OutboundAPI.Fetch.Failure?) {
    if failure != nil, failure != .tooLarge, failure != .malformed { hasFailed = true }
  }
}
