import API
public import Chronology
public import Storage

/// The journal's checks during a move: everything that `waymark verify` reads in the source, and the checksum chains in
/// the target.
public final class JournalMoveCheck: MoveCheck {
  private let now: Instant
  /// The user whose rows are arriving.
  private var arriving: (head: SessionAPI.Head, check: ChainCheck)?

  public init(now: Instant) {
    self.now = now
  }

  public func source(_ rows: Rows) throws {
    do {
      let found = try JournalAudit.findingsOfAll(rows, now: now)
      try reject(found.engine + found.journal + found.rows + found.form)
    } catch let error as DatabaseError where error.code == .corrupt {
      throw DamagedSource("the database cannot be read: \(error.message)")
    }
  }

  public func source(user: String, _ rows: Rows) throws {
    // The remaining rows of a user who is being deleted are moved unchanged.
    guard let found = try JournalAudit.findings(of: user, rows, now: now) else { return }
    try reject((found.journal + found.rows).map { "\(user): \($0)" })
  }

  private func reject(_ findings: [String]) throws {
    guard let first = findings.first else { return }
    let more = findings.count > 1 ? " (and \(findings.count - 1) more)" : ""
    throw DamagedSource(
      "\(first)\(more); run 'waymark verify' for details, or 'waymark verify --repair rows' to rebuild rows")
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
      throw MoveFailure("event \(error.seq) of \(user) was changed by the copy: the checksums differ")
    }
  }

  public func arrived(user: String) throws {
    defer { arriving = nil }
    do {
      if let arriving { try arriving.check.finish(at: arriving.head) }
    } catch {
      throw MoveFailure("the copied journal of \(user) is incomplete: it ends before event \(error.seq)")
    }
  }
}
