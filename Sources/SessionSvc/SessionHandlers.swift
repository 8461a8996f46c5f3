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
  let now: @Sendable () -> Instant
  /// Where calls that fail are written together, so that a full disk does not fill the log too.
  let failures: PacedWarning?

  init(
    database: Database, heads: Heads = Heads(), zones: any ZoneSource, log: Log,
    failures: PacedWarning? = nil, now: @escaping @Sendable () -> Instant
  ) {
    self.failures = failures
    self.database = database
    self.heads = heads
    self.zones = zones
    self.log = log
    self.now = now
  }

  /// Runs a command on the caller's ledger: all of it is on the disk when this returns, or nothing is. `cost` is what
  /// it takes beside others, as `Database` counts it.
  func command<T: Sendable>(
    _ caller: Caller, cost: Int = 1, _ body: @escaping @Sendable (Ledger) throws -> T
  ) async throws(Fault) -> T {
    let user = try caller.requireUser()
    do {
      return try await database.write(user: user, cost: cost) { [heads, now] transaction in
        try caller.checkTime()
        let ledger = try Ledger(user: user, now: now(), transaction: transaction)
        let result = try body(ledger)
        try ledger.close(publishingTo: heads)
        return result
      }
    } catch {
      throw told(error, caller)
    }
  }

  /// As `command`, for calls that may carry a key: told again, the first answer is given again. The writer takes
  /// commands one by one, so that of two at once the second finds what the first left.
  func keyed<Value: Codable & Sendable>(
    _ caller: Caller, _ method: String, cost: Int = 1, _ body: @escaping @Sendable (Ledger) throws -> Written<Value>
  ) async throws(Fault) -> Written<Value> {
    guard let text = caller.key else { return try await command(caller, cost: cost, body) }
    guard text.utf8.count <= SessionLimits.longestKey else { throw Fault(.invalid, "the idempotency key is too long") }
    let digest = caller.digest ?? []
    return try await command(caller, cost: cost) { ledger in
      let key = IdempotencyStore.Key(user: ledger.user, method: method, key: text)
      if let first = try IdempotencyStore.answer(to: key, ledger.reading) {
        guard first.digest == digest else {
          throw Fault.field("Idempotency-Key", "was used before with another body")
        }
        var written = try Self.stored(Written<Value>.self, first.reply)
        written.replayed = true
        return written
      }
      let written = try body(ledger)
      let answer = IdempotencyStore.Answer(digest: digest, reply: try CBOREncoder.encode(written))
      try IdempotencyStore.keep(answer, to: key, at: ledger.now, ledger.transaction)
      return written
    }
  }

  /// An answer that we have written ourselves.
  private static func stored<T: Decodable>(_ type: T.Type, _ reply: [UInt8]) throws -> T {
    do {
      return try CBORDecoder.decode(type, from: reply)
    } catch {
      throw DatabaseError(.corrupt, "the first answer to a key cannot be read: \(error)")
    }
  }

  /// Asks for the caller's rows.
  func read<T: Sendable>(
    _ caller: Caller, cost: Int = 1, _ body: @escaping @Sendable (_ user: String, Reading) throws -> T
  ) async throws(Fault) -> T {
    let user = try caller.requireUser()
    do {
      return try await database.read(user: user, cost: cost) { reading in
        try caller.checkTime()
        return try body(user, reading)
      }
    } catch {
      throw told(error, caller)
    }
  }

  /// What is nobody's fault outside is told to the log as well.
  func told(_ error: any Error, _ caller: Caller) -> Fault {
    let fault = Fault.of(error)
    if let error = error as? DatabaseError, error.code == .corrupt {
      log.error(
        "the journal's file is damaged: stop the stack, keep a copy of it, and follow docs/operating.md",
        ["error": "\(error)", "file": database.path], trace: caller.trace)
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
