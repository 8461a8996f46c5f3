import API
import Chronology
import Crypto
import Domain
import Proto
import Service
import Storage

extension SessionHandlers {
  static let connectionPurpose = "connection secret"

  func listConnections(
    _ call: SessionAPI.ListConnections, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ConnectionReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map(Self.place) ?? (Int64.min, "")
    return try await read(caller, cost: paging.cost) { user, rows in
      let found = try ConnectionStore.connections(of: user, rows).map(\.connection)
        .filter { ($0.createdAt.seconds, $0.id) > after }
      return try paging.page(
        Array(found.prefix(paging.limit + 1)), key: { "\($0.createdAt.seconds) \($0.id)" },
        item: SessionAPI.ConnectionReply.init)
    }
  }

  func fetchConnection(
    _ call: SessionAPI.FetchConnection, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ConnectionReply {
    SessionAPI.ConnectionReply(try await connection(call.id, caller).connection)
  }

  private func connection(_ id: String, _ caller: CallerContext) async throws(Fault) -> StoredConnection {
    try check(id: id)
    let found = try await read(caller) { user, rows in try ConnectionStore.connection(user, id, rows) }
    guard let found else { throw .noConnection }
    return found
  }

  func createConnection(
    _ call: SessionAPI.CreateConnection, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ConnectionReply> {
    let every = call.every ?? ConnectionRules.usualEvery
    let violations =
      Self.violations(serverURL: call.url) + ConnectionRules.violations(secret: call.secret)
      + ConnectionRules.violations(every: every)
    guard violations.isEmpty else { throw Fault(Rejection(violations)) }
    try await test(call.kind, call.url, call.secret, caller)
    let key = try sealingKey()
    return try await keyed(caller, SessionAPI.CreateConnection.name) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      let known = try ConnectionStore.connections(of: user, rows)
      try Self.checkUnique(call.kind, call.url, among: known)
      guard known.count < ConnectionRules.mostConnections else {
        throw Fault(.conflict, "the user has the maximum number of connections; delete one first")
      }
      let connection = Connection(
        id: Tokens.id(ofHash: RandomBytes.make(SHA256.byteCount)), kind: call.kind,
        url: Self.withoutTrailingSlash(call.url), every: every, isOn: call.isOn ?? true, createdAt: transaction.now)
      let secret = key.seal(Array(call.secret.utf8), for: Self.connectionPurpose, of: [user, connection.id])
      let stored = StoredConnection(connection: connection, secret: secret)
      try ConnectionStore.save(stored, of: user, transaction.storage)
      try transaction.noteDeletions(for: connection)
      try transaction.announce(connection.id)
      return Written(created: true, value: SessionAPI.ConnectionReply(connection))
    }
  }

  func patchConnection(
    _ call: SessionAPI.PatchConnection, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ConnectionReply> {
    let user = try caller.validUser()
    let old = try await connection(call.id, caller)
    var violations: [Rejection.Violation] = []
    if case .set(let url) = call.url { violations += Self.violations(serverURL: url) }
    if case .set(let secret) = call.secret { violations += ConnectionRules.violations(secret: secret) }
    if case .set(let every) = call.every { violations += ConnectionRules.violations(every: every) }
    for (name, isCleared) in [
      ("url", call.url == .cleared), ("secret", call.secret == .cleared), ("every", call.every == .cleared),
      ("isOn", call.isOn == .cleared),
    ] where isCleared { violations.append(.init(name, "must not be null")) }
    guard violations.isEmpty else { throw Fault(Rejection(violations)) }
    let key = try sealingKey()
    let url = call.url.value ?? old.connection.url
    if call.url.value != nil || call.secret.value != nil {
      guard let secret = call.secret.value ?? Self.secret(of: old, user, key) else {
        throw Fault.invalid("secret", "is required: the stored one cannot be read")
      }
      try await test(old.connection.kind, url, secret, caller)
    }
    return try await command(caller) { transaction in
      guard var stored = try ConnectionStore.connection(user, call.id, transaction.rows) else {
        throw Fault.noConnection
      }
      let others = try ConnectionStore.connections(of: user, transaction.rows).filter { $0.connection.id != call.id }
      try Self.checkUnique(stored.connection.kind, url, among: others)
      stored.connection.url = Self.withoutTrailingSlash(url)
      if let every = call.every.value { stored.connection.every = every }
      if let secret = call.secret.value {
        stored.secret = key.seal(Array(secret.utf8), for: Self.connectionPurpose, of: [user, call.id])
      }
      if let isOn = call.isOn.value { stored.connection.isOn = isOn }
      stored.connection.plan(now: transaction.now, isChanged: true)
      try ConnectionStore.save(stored, of: user, transaction.storage)
      try transaction.announce(call.id)
      return Written(created: false, value: SessionAPI.ConnectionReply(stored.connection))
    }
  }

  func deleteConnection(_ call: SessionAPI.DeleteConnection, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.id)
    return try await command(caller, cost: SessionLimits.searchWriteCost) { transaction in
      guard try ConnectionStore.connection(transaction.user, call.id, transaction.rows) != nil else {
        throw Fault.noConnection
      }
      try ConnectionStore.delete(transaction.user, call.id, transaction.storage)
      try transaction.announce(call.id)
      return Nothing()
    }
  }

  func runConnection(
    _ call: SessionAPI.RunConnection, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ConnectionReply {
    try check(id: call.id)
    return try await command(caller) { transaction in
      guard var stored = try ConnectionStore.connection(transaction.user, call.id, transaction.rows) else {
        throw Fault.noConnection
      }
      guard stored.connection.isOn else { throw Fault(.conflict, "the connection is off; switch it on first") }
      guard stored.connection.state.phase != .needsSecret else {
        throw Fault(.conflict, "the secret of the connection cannot be read; set it again")
      }
      stored.connection.plan(now: transaction.now, isChanged: false)
      try ConnectionStore.save(stored, of: transaction.user, transaction.storage)
      try transaction.announce(call.id)
      return SessionAPI.ConnectionReply(stored.connection)
    }
  }

  static func secret(of stored: StoredConnection, _ user: String, _ key: SealingKey) -> String? {
    key.open(stored.secret, for: connectionPurpose, of: [user, stored.connection.id])
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func withoutTrailingSlash(_ url: String) -> String {
    url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  private static func violations(serverURL url: String) -> [Rejection.Violation] {
    ConnectionRules.violations(url: url, isAddress: ServerAddress(parsing: url) != nil)
  }

  private static func checkUnique(
    _ kind: ConnectionKind, _ url: String, among known: [StoredConnection]
  ) throws(Fault) {
    let url = withoutTrailingSlash(url)
    guard !known.contains(where: { $0.connection.kind == kind && $0.connection.url == url }) else {
      throw Fault(.conflict, "there is a connection to this address; change that one")
    }
  }

  /// Calls the server once. Throws a fault that names the member that has to change.
  private func test(
    _ kind: ConnectionKind, _ url: String, _ secret: String, _ caller: CallerContext
  ) async throws(Fault) {
    let user = try caller.validUser()
    try outboundCalls.begin(user)
    defer { outboundCalls.end(user) }
    let list = ForeignList(kind: kind, url: url, secret: secret)
    var call = list.request(page: 0, itemsPerPage: 1)
    call.limits = .init(milliseconds: SessionLimits.connectionTestMilliseconds)
    let reply = try await webhooks.fetch(call)
    switch list.outcome(of: reply, now: now()) {
    case nil:
      guard ForeignList.isList(reply.body) else { throw Fault.invalid("url", ForeignList.noList) }
    case .refused(let status): throw Fault.invalid("secret", "is rejected by the server (status \(status))")
    case .unavailable(let reason, _), .wrongAddress(let reason): throw Fault.invalid("url", reason)
    case .success: break
    }
  }
}

extension UserTransaction {
  /// Sessions that a person has deleted stay deleted, although the connection has not read them.
  fileprivate func noteDeletions(for connection: Connection) throws {
    let store = SeenSessionStore(user: user, connection: connection.id)
    var deleted: [(storyId: String, startedAt: Instant?)] = []
    try JournalStore.eachRow(user, after: 0, rows) { row, _ in
      let isDeletion = row.event.withUnsafeBytes { bytes in
        EventTag.read(bytes).map { [.listeningRemoved, .storyRemoved].contains($0) } ?? false
      }
      guard isDeletion else { return true }
      let event = try CBORDecoder.decode(Event.self, from: row.event)
      if case .listening(.removed(let removed)) = event {
        deleted.append((removed.session.storyId, removed.session.startedAt))
      } else if case .catalogue(.storyRemoved(let removed)) = event {
        deleted.append((removed.story.id, nil))
      }
      return true
    }
    for item in deleted.suffix(SessionLimits.deletedSessions) where item.storyId.hasPrefix(ForeignList.storyPrefix) {
      let isBack =
        try item.startedAt.map { try ListeningStore.session(user, storyId: item.storyId, startedAt: $0, rows) != nil }
        ?? (CatalogueStore.story(user, item.storyId, rows) != nil)
      if !isBack { try store.noteDeleted(item.storyId, startedAt: item.startedAt, storage) }
    }
  }
}

extension Fault {
  static let noConnection = Fault(.notFound, "this connection does not exist")
}
