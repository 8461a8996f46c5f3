import API
import Chronology
import Crypto
import Domain
import JSON
import Proto
import Service
import Storage

// The runs of connections, which the outbound service makes.
extension SessionHandlers {
  private static let dueQueue = "  connections"

  func leaseConnection(
    _ call: SessionAPI.LeaseConnection, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.LeaseConnection.Reply {
    let now = now()
    do {
      let due = try await database.read(user: Self.dueQueue) { rows in
        try ConnectionStore.due(at: now, limit: SessionLimits.dueConnections, rows)
      }
      guard !due.isEmpty else { return .init(lease: nil) }
      let key = try sealingKey()
      for (user, id) in due where !call.busy.contains(user) {
        let lease = try await database.write(user: user) { transaction in
          try Self.lease(id, of: user, key, now: now, transaction)
        }
        if let lease { return .init(lease: lease) }
      }
      return .init(lease: nil)
    } catch {
      throw fault(error, caller)
    }
  }

  /// Nil if another host was faster, or the secret cannot be read.
  private static func lease(
    _ id: String, of user: String, _ key: SealingKey, now: Instant, _ transaction: Transaction
  ) throws -> SessionAPI.ConnectionLease? {
    // The user's row is locked first, as by every command.
    guard try transaction.rows.first(UserStore.lockedRecord(user), as: UserStore.record) != nil,
      var stored = try ConnectionStore.connection(user, id, transaction.rows),
      let next = stored.connection.state.nextRunAt, next <= now
    else { return nil }
    guard let secret = secret(of: stored, user, key) else {
      stored.connection.loseSecret()
      try ConnectionStore.save(stored, of: user, transaction)
      return nil
    }
    let lease = Tokens.id(ofHash: RandomBytes.make(SHA256.byteCount))
    let readsAll = stored.connection.readsAll(now: now)
    stored.connection.begin(lease, until: now + SessionLimits.connectionLeaseSeconds, now: now)
    let covers = stored.connection.state.takeAwaitedCovers()
    try ConnectionStore.save(stored, of: user, transaction)
    return SessionAPI.ConnectionLease(
      user: user, id: id, lease: lease, kind: stored.connection.kind, url: stored.connection.url, secret: secret,
      readsAll: readsAll, covers: covers.isEmpty ? nil : covers)
  }

  func importForeignSessions(
    _ call: SessionAPI.ImportForeignSessions, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ImportForeignSessions.Reply {
    guard call.sessions.count + call.rejected.count <= SessionLimits.foreignSessions else {
      throw Fault.invalid("sessions", "has too many items")
    }
    return try await command(CallerContext(user: call.user), cost: 1 + call.sessions.count) { [zones] transaction in
      var stored = try Self.leased(call.id, call.lease, transaction)
      var page = ForeignPage(transaction, connection: call.id, zones)
      for session in call.sessions { try page.take(session) }
      for problem in call.rejected { try page.reject(problem) }
      stored.connection.state.added += page.added
      stored.connection.state.alreadyThere += page.alreadyThere
      let known = Set(stored.connection.state.problems)
      let problems = page.problems.filter { !known.contains($0) }
      stored.connection.state.rejected += problems.count
      stored.connection.state.note(problems)
      stored.connection.state.awaitCovers(of: page.newStories)
      if page.added > 0 || !problems.isEmpty { stored.connection.state.quietPhase = nil }
      stored.connection.state.nextRunAt = transaction.now + SessionLimits.connectionLeaseSeconds
      try ConnectionStore.save(stored, of: transaction.user, transaction.storage)
      return .init(
        hasNews: page.hasNews, known: try page.seen.count(transaction.rows), newStories: page.newStories)
    }
  }

  func storeForeignCover(
    _ call: SessionAPI.StoreForeignCover, _ caller: CallerContext
  ) async throws(Fault) -> Nothing {
    // An image that cannot be stored now cannot be stored later.
    let cover = try? CoverImage(bytes: call.image)
    return try await command(CallerContext(user: call.user), cost: cover?.cost ?? 1) { transaction in
      var stored = try Self.leased(call.id, call.lease, transaction)
      stored.connection.state.settleCover(of: call.storyId)
      stored.connection.state.nextRunAt = transaction.now + SessionLimits.connectionLeaseSeconds
      try ConnectionStore.save(stored, of: transaction.user, transaction.storage)
      let (user, rows) = (transaction.user, transaction.rows)
      guard let cover, try CatalogueStore.story(user, call.storyId, rows) != nil,
        try !CoverStore.exists(user, .story, call.storyId, rows)
      else { return Nothing() }
      try transaction.save(cover, as: .story, call.storyId)
      return Nothing()
    }
  }

  func finishConnection(_ call: SessionAPI.FinishConnection, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let roll = dice()
    return try await command(CallerContext(user: call.user)) { transaction in
      var stored = try Self.leased(call.id, call.lease, transaction)
      let problem = stored.connection.finish(call.outcome, now: transaction.now, dice: roll)
      try ConnectionStore.save(stored, of: transaction.user, transaction.storage)
      if stored.connection.state.quietPhase != stored.connection.state.phase { try transaction.announce(call.id) }
      if let problem { try transaction.report(failing: stored.connection, problem) }
      return Nothing()
    }
  }

  /// Throws if the run was taken over, or the connection was changed or deleted meanwhile.
  private static func leased(
    _ id: String, _ lease: String, _ transaction: UserTransaction
  ) throws -> StoredConnection {
    guard let stored = try ConnectionStore.connection(transaction.user, id, transaction.rows),
      stored.connection.state.lease == lease
    else { throw Fault(.conflict, "the run has ended") }
    return stored
  }
}

extension UserTransaction {
  /// Lets other devices read the connection again.
  func announce(_ connectionId: String) throws {
    try append(.connections(.changed(ConnectionChanged(connectionId: connectionId))))
  }

  private struct FailingConnection: Encodable {
    var id: String
    var kind: ConnectionKind
    var problem: String
  }

  fileprivate func report(failing connection: Connection, _ problem: String) throws {
    let data = FailingConnection(id: connection.id, kind: connection.kind, problem: problem)
    let message = WebhookMessage(
      .connectionFailing, at: now, data: try ItemJSON.text(data),
      .failing(connection.kind.title, problem: problem))
    for webhook in try WebhookStore.webhooks(of: user, rows).map(\.webhook) where webhook.reports(.connectionFailing) {
      try DeliveryStore.append([message], for: webhook.id, of: user, at: now, storage)
    }
  }
}

extension ForeignList {
  private static let depth = 32

  /// Whether the body is a page of the list.
  static func isList(_ body: [UInt8]) -> Bool {
    JSONValue(parsing: body, depthLimit: depth)?["sessions"]?.list != nil
  }
}

/// Imports the sessions of one page in one transaction.
private struct ForeignPage {
  private let transaction: UserTransaction
  private let zones: any ZoneSource
  let seen: SeenSessionStore
  private(set) var added = 0
  private(set) var alreadyThere = 0
  private(set) var hasNews = false
  private(set) var problems: [ConnectionProblem] = []
  private(set) var newStories: [String] = []

  init(_ transaction: UserTransaction, connection: String, _ zones: any ZoneSource) {
    self.transaction = transaction
    self.zones = zones
    seen = SeenSessionStore(user: transaction.user, connection: connection)
  }

  mutating func take(_ found: ForeignSession) throws {
    guard SeenSessionStore.isSessionID(found.id), found.storyId.hasPrefix(ForeignList.storyPrefix) else {
      return problems.append(ConnectionProblem(item: "a session", reason: "its id is not valid"))
    }
    let (user, rows) = (transaction.user, transaction.rows)
    let known = try seen.seen(found.id, rows).flatMap { $0.storyId.isEmpty ? nil : $0 }
    let stored = try ListeningStore.session(user, storyId: found.storyId, startedAt: found.startedAt, rows)
    let story = try CatalogueStore.story(user, found.storyId, rows)
    var isDeleted = false
    if known == nil, stored == nil {
      let isStoryGone = try story == nil && seen.hasStory(found.storyId, rows)
      isDeleted = try isStoryGone || seen.isDeleted(found.storyId, startedAt: found.startedAt, rows)
    }
    do {
      switch ConnectionStep.step(for: found, seen: known, stored: stored, isDeleted: isDeleted) {
      case .known: alreadyThere += 1
      case .keep(let written):
        alreadyThere += 1
        hasNews = true
        try seen.save(SeenSession(found, written: written), id: found.id, transaction.storage)
      case .record:
        let report = ListeningReport(
          storyId: found.storyId, startedAt: found.startedAt, endedAt: found.endedAt, completed: found.completed,
          duration: found.duration)
        if story == nil { try createStory(for: found, report) }
        try write(report, found)
        added += 1
      case .extend(let report):
        try write(report, found)
        alreadyThere += 1
      }
    } catch let error as Rejection {
      let reason = error.violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
      try reject(ConnectionProblem(item: found.id, reason: reason))
    }
  }

  private mutating func write(_ report: ListeningReport, _ found: ForeignSession) throws {
    let outcome = try transaction.accept(report, zones).outcome
    hasNews = true
    try seen.save(SeenSession(found, written: outcome.session), id: found.id, transaction.storage)
  }

  /// A rejected session counts as known, so that a run does not read the whole list because of it. It is tried again
  /// each time that it is read, and reported once.
  mutating func reject(_ problem: ConnectionProblem) throws {
    guard SeenSessionStore.isSessionID(problem.item) else { return problems.append(problem) }
    guard try seen.seen(problem.item, transaction.rows) == nil else { return }
    problems.append(problem)
    let session = SeenSession(
      storyId: "", startedAt: Instant(seconds: 0), listened: 0, completed: false, written: nil)
    try seen.save(session, id: problem.item, transaction.storage)
  }

  /// The length is that of the item; otherwise an hour, or the session's.
  private mutating func createStory(for found: ForeignSession, _ report: ListeningReport) throws {
    var sent = Story(
      id: found.storyId, title: found.title,
      estimatedDuration: found.length > 0 ? found.length : max(3_600, found.duration), createdAt: found.startedAt)
    sent.authors = found.authors.isEmpty ? nil : found.authors
    sent.isbn = found.isbn.flatMap { ISBN($0)?.digits }
    sent.asin = found.asin.flatMap { (1...LibraryRules.longestIdentifier).contains($0.utf8.count) ? $0 : nil }
    let book = StoryBookEdit(
      workId: .unchanged, authors: sent.authors.map { .set($0) } ?? .unchanged,
      isbn: sent.isbn.map { .set($0) } ?? .unchanged, asin: sent.asin.map { .set($0) } ?? .unchanged)
    let story = try CatalogueRules.story(
      sent, createdAt: found.startedAt, book: book, replacing: nil, heroIsKnown: true, now: transaction.now)
    // Throws if the session is rejected, so that no story without a session is created.
    _ = try ListeningRules.outcome(of: report, story: story, known: nil, now: transaction.now)
    try transaction.save(story, replacing: nil, zones)
    newStories.append(story.id)
  }
}
