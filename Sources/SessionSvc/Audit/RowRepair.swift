import Chronology
import Domain
import Proto
import Storage

/// Makes a user's rows anew from a journal that is in order.
enum RowRepair {
  /// How many events the rows were made from. Throws where the journal is broken, or has no end that is known.
  static func repair(_ user: String, now: Instant, _ transaction: Transaction) throws -> Int {
    guard let account = try UserStore.account(user, transaction.rows) else {
      throw RepairError(description: "the user's row is gone, and with it where the journal begins and ends")
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

/// Why rows are left as they are.
public struct RepairError: Error, CustomStringConvertible {
  public var description: String
}
