import API
import Chronology
import Domain
import Proto
import Storage

/// Marks the journals of earlier versions, whose unlocks were dated by the latest fact. Later ones are dated by the
/// facts that reach them.
enum UnlockDating {
  private static let usersPerPage = 500

  static func run(_ transaction: Transaction) throws {
    let event = try CBOREncoder.encode(Event.account(.unlocksDated(UnlocksDated())))
    var after = ""
    while true {
      let users = try UserStore.users(after: after, limit: usersPerPage, transaction.rows)
      guard let last = users.last else { return }
      for user in users { try append(event, to: user, transaction) }
      after = last
    }
  }

  /// The event is recorded at the time of the last one, which no clock contradicts.
  private static func append(_ event: [UInt8], to user: String, _ transaction: Transaction) throws {
    let head = try UserStore.head(user, transaction.rows)
    guard head.seq > 0, let last = try JournalStore.recordedAt(user, at: head.seq, transaction.rows) else { return }
    let seq = head.seq + 1
    let checksum = JournalChain.checksum(after: head.checksum, seq: seq, event: event)
    try JournalStore.append(
      JournalRow(seq: seq, event: event, checksum: checksum), user: user, at: last, transaction)
    try UserStore.setHead(user, SessionAPI.Head(seq: seq, checksum: checksum), transaction)
  }
}
