import API
public import Chronology
public import Storage

/// What is read while the journal's database is moved: in the source all that `waymark verify` reads, at the target the
/// chain of each journal once more.
public final class JournalMoveCheck: MoveCheck {
  private let now: Instant
  /// Of the user whose rows arrive.
  private var arriving: (head: SessionAPI.Head, check: ChainCheck)?

  public init(now: Instant) {
    self.now = now
  }

  public func source(_ rows: Rows) throws {
    do {
      let found = try JournalAudit.findingsOfAll(rows, now: now)
      try refuse(found.engine + found.journal + found.rows + found.form)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw DamagedSource("the database cannot be read: \(error.message)")
    }
  }

  public func source(user: String, _ rows: Rows) throws {
    // Of a user who is being deleted, some rows are left and are moved as they are.
    guard let found = try JournalAudit.findings(of: user, rows, now: now) else { return }
    try refuse((found.journal + found.rows).map { "\(user): \($0)" })
  }

  private func refuse(_ findings: [String]) throws {
    guard let first = findings.first else { return }
    let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
    throw DamagedSource("\(first)\(more); 'waymark verify' says all, and --repair rows makes rows anew")
  }

  public func arrived(_ row: [Value], of table: String, user: String) throws {
    if table == "users", case .integer(let start) = row[1], case .integer(let seq) = row[2],
      case .integer(let checksum) = row[3]
    {
      arriving = (
        SessionAPI.Head(seq: seq, checksum: checksum), ChainCheck(after: SessionAPI.Head(seq: 0, checksum: start))
      )
    }
    guard table == "journal", arriving != nil, case .integer(let seq) = row[1], case .bytes(let event) = row[2],
      case .integer(let checksum) = row[3]
    else { return }
    do {
      try event.withUnsafeBytes { try arriving?.check.pass(seq, checksum, $0) }
    } catch let error as JournalDamage {
      throw MoveFailure("event \(error.seq) of \(user) did not arrive as it was: the checksums differ")
    }
  }

  public func arrived(user: String) throws {
    defer { arriving = nil }
    do {
      if let arriving { try arriving.check.finish(at: arriving.head) }
    } catch {
      throw MoveFailure("the journal of \(user) did not arrive whole: it ends before event \(error.seq)")
    }
  }
}
