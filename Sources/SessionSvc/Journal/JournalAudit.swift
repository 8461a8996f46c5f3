import API
public import Domain
import Proto
public import Storage

/// Verifies every journal of a database, which may be in use, and changes nothing.
public struct JournalAudit: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  /// A page of users in order of id; empty at the end.
  public func users(after: String?) async throws -> [String] {
    try await database.read { reading in
      try UserStore.users(after: after ?? "", limit: SessionLimits.usersPerPage, reading)
    }
  }

  /// All of one user's journal, in one state of the database; nil for a user who is gone meanwhile.
  public func verify(_ user: String) async throws -> JournalVerifier? {
    try await database.read { reading in
      guard let account = try UserStore.account(user, reading) else { return nil }
      var verifier = JournalVerifier(chainStart: account.chainStart)
      try JournalStore.each(user, after: 0, reading) { seq, checksum, event in
        verifier.check(JournalRow(seq: seq, event: [UInt8](event), checksum: checksum))
        return true
      }
      verifier.finish(head: account.head)
      return verifier
    }
  }

  /// Hands the first `count` events of a user to `step`, in order and in one state of the database, and gives what came
  /// of it with the checksum of the last; nil where the journal does not reach so far.
  public func fold<Sum: Sendable>(
    _ user: String, first count: Int64, into initial: Sum, _ step: @escaping @Sendable (inout Sum, Event) -> Void
  ) async throws -> (sum: Sum, checksum: Int64?) {
    try await database.read { reading in
      var sum = initial
      var last: Int64?
      try JournalStore.each(user, after: 0, reading) { seq, checksum, event in
        guard seq <= count else { return false }
        step(&sum, try CBORDecoder.decode(Event.self, from: event))
        if seq == count { last = checksum }
        return true
      }
      return (sum, last)
    }
  }
}
