public import API
public import Domain
import Proto

/// Reads one user's journal row by row and names what is wrong with it. Pure: it needs the rows and nothing else.
public struct JournalVerifier: Sendable {
  public enum Finding: Hashable, Sendable, CustomStringConvertible {
    /// The rows from `first` to `last` are not there.
    case gap(first: Int64, last: Int64)
    /// The row, or one before it, is not what was written.
    case checksum(seq: Int64)
    /// The row's bytes are no event that this program knows.
    case undecodable(seq: Int64, reason: String)
    /// The journal ends elsewhere than the user's row says.
    case head(expected: SessionAPI.Head, found: SessionAPI.Head)

    public var description: String {
      switch self {
      case .gap(let first, let last) where first == last: "event \(first) is missing"
      case .gap(let first, let last): "events \(first) to \(last) are missing"
      case .checksum(let seq): "event \(seq) does not fit its checksum"
      case .undecodable(let seq, let reason): "event \(seq) cannot be read: \(reason)"
      case .head(let expected, let found) where expected.seq == found.seq:
        "event \(found.seq) is not the one with which the journal should end: its checksum is another"
      case .head(let expected, let found):
        "the journal should end with event \(expected.seq) and ends with \(found.seq)"
      }
    }
  }

  public private(set) var findings: [Finding] = []
  public private(set) var count = 0
  private var last: SessionAPI.Head

  public init(chainStart: Int64) {
    last = SessionAPI.Head(seq: 0, checksum: chainStart)
  }

  /// Rows come in the order of their seq. Gives the event, where the row holds one.
  @discardableResult
  public mutating func check(_ row: JournalRow) -> Event? {
    count += 1
    if row.seq == last.seq + 1 {
      let checksum = JournalChain.checksum(after: last.checksum, seq: row.seq, event: row.event)
      if checksum != row.checksum { findings.append(.checksum(seq: row.seq)) }
    } else {
      // What this row was chained to is not there, so that its own checksum says nothing.
      findings.append(.gap(first: last.seq + 1, last: row.seq - 1))
    }
    // The chain goes on from what the row says, so that one damaged row is not reported for all that follow.
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
