import API
import Chronology
import Domain
import Proto
import Service
import Storage

/// The calls of the journal's service, one method each, in files by subject.
struct SessionHandlers: Sendable {
  let database: Database
  let heads: Heads
  let zones: any ZoneSource
  let log: Log
  let memory: TokenMemory
  let erasures: Erasures
  /// What other hosts write; nil where there are none.
  let hosts: OtherHosts?
  /// Called when the first call waits for a journal, as `Heads.wait` has it.
  let waitsBegin: @Sendable (SessionHandlers) -> Void
  let now: @Sendable () -> Instant
  /// Where calls that fail are written together, so that a full disk does not fill the log too.
  let failures: PacedWarning?

  init(
    database: Database, heads: Heads = Heads(), zones: any ZoneSource, log: Log,
    failures: PacedWarning? = nil, memory: TokenMemory = TokenMemory(), erasures: Erasures = Erasures(),
    waitsBegin: @escaping @Sendable (SessionHandlers) -> Void = { _ in }, now: @escaping @Sendable () -> Instant
  ) {
    self.failures = failures
    self.database = database
    self.heads = heads
    self.zones = zones
    self.log = log
    self.memory = memory
    self.erasures = erasures
    self.waitsBegin = waitsBegin
    hosts = OtherHosts(database, heads)
    self.now = now
  }

  /// Runs a command on the caller's ledger: all of it is on the disk when this returns, or nothing is. `cost` is what
  /// it takes beside others, as `Database` counts it, `keyed` the key that `body` looks for first.
  func command<T: Sendable>(
    _ caller: Caller, cost: Int = 1, keyed: KeyedCall? = nil, _ body: @escaping @Sendable (Ledger) throws -> T
  ) async throws(Fault) -> T {
    let user = try caller.validUser()
    var queries = [UserStore.lockedAccount(user)]
    if let keyed { queries.append(IdempotencyStore.answer(to: keyed, of: user)) }
    do {
      return try await database.write(user: user, cost: cost, queries: queries) {
        [heads, hosts, erasures, now] transaction in
        try caller.checkTime()
        try erasures.check(user)
        let ledger = try Ledger(user: user, now: caller.time(now()), transaction: transaction)
        let result = try body(ledger)
        try ledger.close(publishingTo: heads, hosts)
        return result
      }
    } catch {
      throw fault(error, caller)
    }
  }

  /// As `command`, for calls that may carry a key: sent again, the first answer is given again. The writer takes
  /// commands one by one, so that of two at once the second finds what the first left.
  func keyed<Value: Codable & Sendable>(
    _ caller: Caller, _ method: String, cost: Int = 1, _ body: @escaping @Sendable (Ledger) throws -> Written<Value>
  ) async throws(Fault) -> Written<Value> {
    guard let call = try caller.keyedCall(method) else { return try await command(caller, cost: cost, body) }
    return try await keyed(caller, call, cost: cost) { ledger in
      try body(ledger)
    } kept: { written in
      try CBOREncoder.encode(written)
    } repeated: { reply in
      var written = try Self.stored(Written<Value>.self, reply)
      written.replayed = true
      return written
    }
  }

  /// The one way of a key: what is `kept` of the first answer makes the answer that is given `repeated`.
  func keyed<Answer: Sendable>(
    _ caller: Caller, _ call: KeyedCall, cost: Int, _ body: @escaping @Sendable (Ledger) throws -> Answer,
    kept: @escaping @Sendable (Answer) throws -> [UInt8], repeated: @escaping @Sendable ([UInt8]) throws -> Answer
  ) async throws(Fault) -> Answer {
    try await command(caller, cost: cost, keyed: call) { ledger in
      if let first = try IdempotencyStore.reply(to: call, of: ledger.user, ledger.rows) {
        return try repeated(first)
      }
      let answer = try body(ledger)
      try IdempotencyStore.keep(try kept(answer), for: call, of: ledger.user, at: ledger.now, ledger.transaction)
      return answer
    }
  }

  /// An answer that we have written ourselves.
  static func stored<T: Decodable>(_ type: T.Type, _ reply: [UInt8]) throws -> T {
    do {
      return try CBORDecoder.decode(type, from: reply)
    } catch {
      throw DatabaseError(.corrupt, "the first answer to a key cannot be read: \(error)")
    }
  }

  /// Asks for the caller's rows.
  func read<T: Sendable>(
    _ caller: Caller, cost: Int = 1, _ body: @escaping @Sendable (_ user: String, Rows) throws -> T
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

  /// The one way of an error to the caller; what no caller can help is logged as well.
  func fault(_ error: any Error, _ caller: Caller) -> Fault {
    let fault = Fault.of(error)
    if let error = error as? DatabaseError, error.code == .corrupt {
      log.error(
        "the journal's file is damaged: stop the stack, keep a copy of it, and follow docs/operating.md",
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
