import Chronology
import Domain
import Proto
import Storage

/// Rebuilds a user's rows from a sound journal.
enum RowRepair {
  /// Returns the number of events. Throws if the journal is damaged or its end is unknown.
  static func repair(_ user: String, now: Instant, _ transaction: Transaction) throws -> Int {
    guard let account = try UserStore.record(user, transaction.rows) else {
      throw RepairError(description: "the user's row is missing, so the start and end of the journal are unknown")
    }
    var audit = try RowAudit(user, account, transaction.rows)
    try audit.read(now: now)
    if let finding = audit.verifier.findings.first { throw RepairError(description: "\(finding)") }
    if let finding = audit.findings.first { throw RepairError(description: finding) }
    let counts = try AnomalyStore.counts(user, transaction.rows)
    for table in AuditedTable.all { try transaction.run(table.delete, .text(user)) }
    try UserStore.setHeroCount(user, 0, transaction)
    let replay = JournalReplay(user: user, transaction: transaction) { seq, all, new in
      counts[seq] == all.count ? all : new
    }
    try JournalStore.eachRow(user, transaction.rows) { row, recordedAt in
      try replay.apply(try CBORDecoder.decode(Event.self, from: row.event), seq: row.seq, recordedAt: recordedAt)
    }
    return audit.verifier.count
  }
}

/// The reason why rows were not rebuilt.
public struct RepairError: Error, CustomStringConvertible {
  public var description: String
}
