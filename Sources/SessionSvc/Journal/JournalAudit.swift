import API
public import Chronology
import Crypto
public import Domain
import Proto
public import Storage

/// Verifies every journal of a database, which may be in use. Verification changes nothing.
public struct JournalAudit: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  /// Returns a page of user ids in order; empty at the end.
  public func users(after: String?) async throws -> [String] {
    try await database.read { rows in
      try UserStore.users(after: after ?? "", limit: SessionLimits.usersPerPage, rows)
    }
  }

  /// Verifies one user's journal in one state of the database. Returns nil if the user no longer exists.
  public func verify(_ user: String) async throws -> JournalVerifier? {
    try await database.read { rows in
      guard let account = try UserStore.record(user, rows) else { return nil }
      var verifier = JournalVerifier(chainStart: account.chainStart)
      try JournalStore.each(user, after: 0, rows) { seq, checksum, event in
        verifier.check(JournalRow(seq: seq, event: [UInt8](event), checksum: checksum))
        return true
      }
      verifier.finish(head: account.head)
      return verifier
    }
  }

  /// A user's findings, grouped by the repair that they need.
  public struct UserFindings: Sendable {
    public var events = 0
    public var journal: [String] = []
    public var rows: [String] = []
    /// Times of a wrong clock, which need no repair.
    public var clock: [String] = []
  }

  /// Verifies a user's journal and rows in one state of the database. Returns nil if the user no longer exists.
  public func findings(of user: String, now: Instant) async throws -> UserFindings? {
    do {
      return try await database.read { try Self.findings(of: user, $0, now: now) }
    } catch let error as DatabaseError where error.code == .corrupt {
      return UserFindings(journal: ["cannot be read: \(error)"])
    }
  }

  static func findings(of user: String, _ rows: Rows, now: Instant) throws -> UserFindings? {
    guard let account = try UserStore.record(user, rows) else { return nil }
    var audit = try RowAudit(user, account, rows)
    try audit.read(now: now)
    try audit.compare()
    return UserFindings(
      events: audit.verifier.count, journal: audit.verifier.findings.map(\.description) + audit.times,
      rows: audit.findings, clock: audit.clock)
  }

  /// Findings that do not belong to an existing user.
  public struct Findings: Sendable {
    public var engine: [String] = []
    public var journal: [String] = []
    public var rows: [String] = []
    public var form: [String] = []
    /// Times of a wrong clock, which need no repair.
    public var clock: [String] = []
    /// Whether users can be verified. False if a table or column is missing.
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
      // A table or column is missing, which the engine's findings already report.
      findings.isReadable = false
    }
    return findings
  }

  private static func read(_ findings: inout Findings, _ rows: Rows, now: Instant) throws {
    // Rows of these users are being deleted.
    let erased = try ErasureStore.users(rows)
    let orphans = try JournalStore.orphans(rows).filter { !erased.contains($0) }
    findings.journal = orphans.map { "the journal of \($0) belongs to no existing user" }
    for table in AuditedTable.all {
      let users = try rows.all(table.orphans) { $0.text(0) }.filter { !erased.contains($0) }
      for user in users {
        let finding = "\(table.name): rows of \(user), who does not exist"
        // A journal without a user's row belongs to a lost user, whom no repair can restore.
        if orphans.contains(user) { findings.journal.append(finding) } else { findings.rows.append(finding) }
      }
    }
    let form = try FormAudit(now: now, rows)
    findings.form = form.findings
    findings.clock = form.clock
    for table in AuditedTable.all { try table.checkColumns(rows) }
  }

  /// Deletes rows that belong to no user and no journal. Returns the number of user ids.
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

  /// Returns whether the account is being deleted and a view may still have its data.
  public func isBeingErased(_ user: String) async throws -> Bool {
    try await database.read { rows in
      try ErasureStore.all(rows).contains { mark, name in
        name == user || ErasureMark.digest(of: user, mark.id) == mark.digest
      }
    }
  }

  /// The number of events in all journals.
  public func eventCount() async throws -> Int {
    Int(try await database.read { try UserStore.eventCount($0) })
  }

  /// Rebuilds a user's rows from the journal in one transaction, even while the stack runs. Throws a `RepairError` and
  /// changes nothing if the journal is damaged.
  public func repair(_ user: String, now: Instant) async throws -> Int {
    try await database.write { try RowRepair.repair(user, now: now, $0) }
  }

  /// Folds the first `count` events of a user in one state of the database. The checksum is the last event's, or nil if
  /// the journal is shorter.
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
