import API
import Chronology
import Domain
import Proto
import Service
import Storage

/// The handlers of the session service, one method per call.
struct SessionHandlers: Sendable {
  let database: Database
  let heads: Heads
  let zones: any ZoneSource
  let log: Log
  let memory: TokenMemory
  let erasures: Erasures
  let people: PeopleSettings
  /// The connectors that are switched on.
  let connectors: Set<ConnectorName>
  let passwords: PasswordWorkers
  /// Nil without a provider of single sign-on.
  let provider: ProviderGateway?
  let webhooks: WebhookGateway
  let outboundCalls = OutboundQuota()
  let looksUpBooks: Bool
  let lookups = LookupCache()
  /// Returns a random number from 0 to 1.
  let dice: @Sendable () -> Double
  let signIns = SignInLog()
  /// Follows the writes of other hosts; nil if this is the only one.
  let hosts: OtherHosts?
  /// Called when the first call waits for journal events.
  let onFirstWait: @Sendable (SessionHandlers) -> Void
  let now: @Sendable () -> Instant
  /// Combines the log lines of failed calls, so that they do not fill a full disk.
  let failures: PacedWarning?

  init(
    database: Database, heads: Heads = Heads(), zones: any ZoneSource, log: Log,
    failures: PacedWarning? = nil, memory: TokenMemory = TokenMemory(), erasures: Erasures = Erasures(),
    people: PeopleSettings = PeopleSettings(), passwords: PasswordWorkers = PasswordWorkers(),
    provider: ProviderGateway? = nil, connectors: Set<ConnectorName> = Set(ConnectorName.allCases),
    webhooks: WebhookGateway = .unavailable,
    dice: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }, looksUpBooks: Bool = true,
    onFirstWait: @escaping @Sendable (SessionHandlers) -> Void = { _ in }, now: @escaping @Sendable () -> Instant
  ) {
    self.failures = failures
    self.database = database
    self.heads = heads
    self.zones = zones
    self.log = log
    self.memory = memory
    self.erasures = erasures
    self.people = people
    self.passwords = passwords
    self.provider = provider
    self.connectors = connectors
    self.webhooks = webhooks
    self.dice = dice
    self.looksUpBooks = looksUpBooks
    self.onFirstWait = onFirstWait
    hosts = OtherHosts(database, heads)
    self.now = now
  }

  /// Runs a command in a transaction of the caller's user. When it returns, everything is on disk; if it throws,
  /// nothing is. `cost` is the cost for `Database`, and `keyed` the key that `body` looks up first.
  func command<T: Sendable>(
    _ caller: CallerContext, cost: Int = 1, keyed: KeyedCall? = nil,
    _ body: @escaping @Sendable (UserTransaction) throws -> T
  ) async throws(Fault) -> T {
    let user = try caller.validUser()
    var queries = [UserStore.lockedRecord(user)]
    if let keyed { queries.append(IdempotencyStore.replyQuery(for: keyed, of: user)) }
    do {
      return try await database.write(user: user, cost: cost, queries: queries) {
        [heads, hosts, erasures, now] storage in
        try caller.checkTime()
        try erasures.check(user)
        let transaction = try UserTransaction(user: user, now: caller.time(now()), storage: storage)
        let result = try body(transaction)
        try transaction.close(publishingTo: heads, hosts)
        return result
      }
    } catch {
      throw fault(error, caller)
    }
  }

  /// Like `command`, for calls that may have a key: a repeated call returns the first response. Commands of a user run
  /// one after the other, so the second of two concurrent calls finds the first response.
  func keyed<Value: Codable & Sendable>(
    _ caller: CallerContext, _ method: String, cost: Int = 1,
    _ body: @escaping @Sendable (UserTransaction) throws -> Written<Value>
  ) async throws(Fault) -> Written<Value> {
    guard let call = try caller.keyedCall(method) else { return try await command(caller, cost: cost, body) }
    return try await keyed(caller, call, cost: cost) { transaction in
      try body(transaction)
    } kept: { written in
      try CBOREncoder.encode(written)
    } repeated: { reply in
      var written = try Self.stored(Written<Value>.self, reply)
      written.replayed = true
      return written
    }
  }

  /// Handles calls with a key: `kept` encodes the first response, and `repeated` decodes it for a repeated call.
  func keyed<Reply: Sendable>(
    _ caller: CallerContext, _ call: KeyedCall, cost: Int,
    _ body: @escaping @Sendable (UserTransaction) throws -> Reply,
    kept: @escaping @Sendable (Reply) throws -> [UInt8], repeated: @escaping @Sendable ([UInt8]) throws -> Reply
  ) async throws(Fault) -> Reply {
    try await command(caller, cost: cost, keyed: call) { transaction in
      if let first = try IdempotencyStore.reply(to: call, of: transaction.user, transaction.rows) {
        return try repeated(first)
      }
      let reply = try body(transaction)
      try IdempotencyStore.keep(
        try kept(reply), for: call, of: transaction.user, at: transaction.now, transaction.storage)
      return reply
    }
  }

  /// Decodes a response that this program has stored.
  static func stored<T: Decodable>(_ type: T.Type, _ reply: [UInt8]) throws -> T {
    do {
      return try CBORDecoder.decode(type, from: reply)
    } catch {
      throw DatabaseError(.corrupt, "a kept response cannot be read: \(error)")
    }
  }

  /// Reads the rows of the caller's user.
  func read<T: Sendable>(
    _ caller: CallerContext, cost: Int = 1, _ body: @escaping @Sendable (_ user: String, Rows) throws -> T
  ) async throws(Fault) -> T {
    let user = try caller.validUser()
    do {
      return try await database.read(user: user, cost: cost) { [erasures] rows in
        try caller.checkTime()
        try erasures.check(user)
        return try body(user, rows)
      }
    } catch {
      throw fault(error, caller)
    }
  }

  /// Converts an error and logs it if the caller did not cause it.
  func fault(_ error: any Error, _ caller: CallerContext) -> Fault {
    let fault = Fault.of(error)
    if let error = error as? DatabaseError, error.code == .corrupt {
      log.error(
        "the journal is damaged: stop the stack, copy the file, and follow docs/troubleshooting.md",
        ["error": "\(error)", "file": "\(database.address)"], trace: caller.trace)
    } else if fault.code == .internal || fault.code == .unavailable {
      if let failures {
        failures.note("\(error)")
      } else {
        log.error("a call failed", ["error": "\(error)"], trace: caller.trace)
      }
    }
    return fault
  }
}
