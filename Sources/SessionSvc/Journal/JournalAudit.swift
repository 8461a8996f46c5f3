import API
public import Chronology
import Crypto
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
    try await database.read { rows in
      try UserStore.users(after: after ?? "", limit: SessionLimits.usersPerPage, rows)
    }
  }

  /// All of one user's journal, in one state of the database; nil for a user who is gone meanwhile.
  public func verify(_ user: String) async throws -> JournalVerifier? {
    try await database.read { rows in
      guard let account = try UserStore.account(user, rows) else { return nil }
      var verifier = JournalVerifier(chainStart: account.chainStart)
      try JournalStore.each(user, after: 0, rows) { seq, checksum, event in
        verifier.check(JournalRow(seq: seq, event: [UInt8](event), checksum: checksum))
        return true
      }
      verifier.finish(head: account.head)
      return verifier
    }
  }

  /// What is wrong with a user, by where it is put right.
  public struct UserFindings: Sendable {
    public var events = 0
    public var journal: [String] = []
    public var rows: [String] = []
  }

  /// What is wrong with a user's journal and with the rows that follow from it, in one state of the database; nil for a
  /// user who is gone meanwhile.
  public func findings(of user: String, now: Instant) async throws -> UserFindings? {
    do {
      return try await database.read { try Self.findings(of: user, $0, now: now) }
    } catch let error as DatabaseError where error.code == .corrupt {
      return UserFindings(journal: ["cannot be read: \(error)"])
    }
  }

  static func findings(of user: String, _ rows: Rows, now: Instant) throws -> UserFindings? {
    guard let account = try UserStore.account(user, rows) else { return nil }
    var audit = try RowAudit(user, account, rows)
    try audit.read(now: now)
    try audit.compare()
    return UserFindings(
      events: audit.verifier.count, journal: audit.verifier.findings.map(\.description) + audit.times,
      rows: audit.findings)
  }

  /// What is wrong with the database beyond the users that it knows.
  public struct Findings: Sendable {
    public var engine: [String] = []
    public var journal: [String] = []
    public var rows: [String] = []
    public var form: [String] = []
    /// False where a part of the database is missing, without which users cannot be judged.
    public var isReadable = true
  }

  public func findingsOfAll(now: Instant) async throws -> Findings {
    do {
      return try await database.read { try Self.findingsOfAll($0, now: now) }
    } catch let error as DatabaseError where error.code == .corrupt {
      return Findings(engine: ["the database cannot be read: \(error)"], isReadable: false)
    }
  }

  static func findingsOfAll(_ rows: Rows, now: Instant) throws -> Findings {
    let engine = try rows.engineFindings(SessionSchema.migrations)
    var findings = Findings(engine: engine.map { "the database's file: \($0)" })
    do {
      try read(&findings, rows, now: now)
    } catch let error as DatabaseError where error.code == .misuse && !engine.isEmpty {
      // A table or a column is not there, which the engine's own check has named.
      findings.isReadable = false
    }
    return findings
  }

  private static func read(_ findings: inout Findings, _ rows: Rows, now: Instant) throws {
    // What is left of those is being deleted.
    let erased = try ErasureStore.users(rows)
    let orphans = try JournalStore.orphans(rows).filter { !erased.contains($0) }
    findings.journal = orphans.map { "the journal of \($0) has no user" }
    for table in AuditedTable.all {
      let users = try rows.all(table.orphans) { $0.text(0) }.filter { !erased.contains($0) }
      for user in users {
        let finding = "\(table.name): rows of \(user), who is no user"
        // Whose journal is there is a user whose row is gone: nothing can make that anew.
        if orphans.contains(user) { findings.journal.append(finding) } else { findings.rows.append(finding) }
      }
    }
    findings.form = try FormAudit.findings(now: now, rows)
    for table in AuditedTable.all { try table.checkColumns(rows) }
  }

  /// Deletes the rows of nobody, where no journal says whose they are; how many users they named.
  public func removeOrphans() async throws -> Int {
    try await database.write { transaction in
      let kept = try ErasureStore.users(transaction.rows).union(JournalStore.orphans(transaction.rows))
      var removed: Set<String> = []
      for table in AuditedTable.all {
        for user in try transaction.rows.all(table.orphans, as: { $0.text(0) }) where !kept.contains(user) {
          try transaction.run(table.delete, .text(user))
          removed.insert(user)
        }
      }
      return removed.count
    }
  }

  /// Whether the user was deleted, and a view may still hold what was.
  public func isBeingErased(_ user: String) async throws -> Bool {
    try await database.read { rows in
      try ErasureStore.all(rows).contains { mark, name in
        name == user || ErasureMark.digest(of: user, mark.id) == mark.digest
      }
    }
  }

  /// In all journals together.
  public func eventCount() async throws -> Int {
    Int(try await database.read { try UserStore.eventCount($0) })
  }

  /// Makes a user's rows anew from the journal, in one transaction, also beside a running stack. Throws a
  /// `RepairError` where the journal is not in order; then nothing was changed.
  public func repair(_ user: String, now: Instant) async throws -> Int {
    try await database.write { try RowRepair.repair(user, now: now, $0) }
  }

  /// Hands the first `count` events of a user to `step`, in order and in one state of the database, and gives what came
  /// of it with the checksum of the last; nil where the journal does not reach so far.
  public func fold<Sum: Sendable>(
    _ user: String, first count: Int64, into initial: Sum, _ step: @escaping @Sendable (inout Sum, Event) -> Void
  ) async throws -> (sum: Sum, checksum: Int64?) {
    try await database.read { rows in
      var sum = initial
      var last: Int64?
      try JournalStore.each(user, after: 0, rows) { seq, checksum, event in
        guard seq <= count else { return false }
        step(&sum, try CBORDecoder.decode(Event.self, from: event))
        if seq == count { last = checksum }
        return true
      }
      return (sum, last)
    }
  }
}
