public import API
public import Domain
import Proto

/// Verifies one user's journal row by row. Pure: it needs only the rows.
public struct JournalVerifier: Sendable {
  public enum Finding: Hashable, Sendable, CustomStringConvertible {
    /// The rows from `first` to `last` are missing.
    case gap(first: Int64, last: Int64)
    /// This row or the one before it was changed.
    case checksum(seq: Int64)
    /// The row is not an event that this program knows.
    case undecodable(seq: Int64, reason: String)
    /// The last row differs from the head in the user's row.
    case head(expected: SessionAPI.Head, found: SessionAPI.Head)

    public var description: String {
      switch self {
      case .gap(let first, let last) where first == last: "event \(first) is missing"
      case .gap(let first, let last): "events \(first) to \(last) are missing"
      case .checksum(let seq): "event \(seq) has the wrong checksum"
      case .undecodable(let seq, let reason): "event \(seq) cannot be read: \(reason)"
      case .head(let expected, let found) where expected.seq == found.seq:
        "event \(found.seq) should be the last one but has another checksum than the user's row"
      case .head(let expected, let found):
        "the journal should end with event \(expected.seq) but ends with \(found.seq)"
      }
    }
  }

  public private(set) var findings: [Finding] = []
  public private(set) var count = 0
  private var last: SessionAPI.Head

  public init(chainStart: Int64) {
    last = SessionAPI.Head(seq: 0, checksum: chainStart)
  }

  /// Checks the next row, in the order of `seq`. Returns the event if the row contains one.
  @discardableResult
  public mutating func check(_ row: JournalRow) -> Event? {
    count += 1
    if row.seq == last.seq + 1 {
      let checksum = JournalChain.checksum(after: last.checksum, seq: row.seq, event: row.event)
      if checksum != row.checksum { findings.append(.checksum(seq: row.seq)) }
    } else {
      // The previous row is missing, so this checksum cannot be verified.
      findings.append(.gap(first: last.seq + 1, last: row.seq - 1))
    }
    // Continue with the stored checksum, so that one damaged row is reported only once.
    last = SessionAPI.Head(seq: row.seq, checksum: row.checksum)
    do {
      return try CBORDecoder.decode(Event.self, from: row.event)
    } catch {
      findings.append(.undecodable(seq: row.seq, reason: error.message))
      return nil
    }
  }

  public mutating func finish(head: SessionAPI.Head) {
    if head != last { findings.append(.head(expected: head, found: last)) }
  }
}
