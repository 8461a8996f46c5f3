import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

/// One user's facts inside one command: rows are read and changed, events appended, and at the end the journal's
/// new end is written and, once it is on the disk, published.
final class Ledger {
  let user: String
  let now: Instant
  let transaction: Transaction
  private(set) var account: Account
  private var appended = 0
  private var areas: Areas = []

  /// Begins the user where they are new.
  init(user: String, now: Instant, transaction: Transaction) throws {
    let rows = transaction.rows
    self.user = user
    self.now = now
    self.transaction = transaction
    if let account = try rows.first(UserStore.lockedAccount(user), as: UserStore.account) {
      self.account = account
    } else {
      // A random start, so that a journal that began again cannot be taken for the old one.
      let start = RandomBytes.integer()
      account = Account(
        chainStart: start, head: SessionAPI.Head(seq: 0, checksum: start), heroCount: 0,
        profile: Profile(createdAt: now))
      try UserStore.insert(user, account, transaction)
      // Where another host deletes the account, the row that was just made waited for the end of its transaction.
      guard try !ErasureStore.isErasing(user, rows) else { throw Fault.accountIsBeingDeleted }
      try append(.account(.opened(AccountOpened(at: now))))
    }
  }

  var rows: Rows { transaction.rows }

  /// The seq of the event that was appended last.
  var seq: Int64 { account.head.seq }

  func append(_ event: Event) throws {
    let bytes = try CBOREncoder.encode(event)
    let seq = account.head.seq + 1
    let checksum = JournalChain.checksum(after: account.head.checksum, seq: seq, event: bytes)
    try JournalStore.append(
      JournalRow(seq: seq, event: bytes, checksum: checksum), user: user, at: now, transaction)
    account.head = SessionAPI.Head(seq: seq, checksum: checksum)
    appended += 1
    areas.formUnion(event.tag.areas)
  }

  func setProfile(_ profile: Profile) throws {
    account.profile = profile
    try UserStore.setProfile(user, profile, transaction)
  }

  func setHeroCount(_ count: Int) throws {
    account.heroCount = count
    try UserStore.setHeroCount(user, count, transaction)
  }

  /// The last step of every command.
  func close(publishingTo heads: Heads, _ hosts: OtherHosts? = nil) throws {
    guard appended > 0 else { return }
    try UserStore.setHead(user, account.head, transaction)
    transaction.isWitnessed(by: JournalStore.end(user, account.head))
    transaction.afterCommit { [user, head = account.head, appended, areas] in
      guard let hosts else { return heads.publish(head, of: user, appended: appended, areas) }
      hosts.publish(user, appended: appended)
    }
  }
}

/// How the rows of a journal hang together: each checksum covers the one before it, so that a row that was changed,
/// lost or moved shows.
public enum JournalChain {
  public static func checksum(after previous: Int64, seq: Int64, event: [UInt8]) -> Int64 {
    SHA256.prefix(previous, seq, event)
  }

  static func checksum(after previous: Int64, seq: Int64, event: UnsafeRawBufferPointer) -> Int64 {
    SHA256.prefix(previous, seq, event)
  }
}
