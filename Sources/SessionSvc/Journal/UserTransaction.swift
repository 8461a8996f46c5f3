import API
import Chronology
import Crypto
import Domain
import Proto
import Storage

/// One user's facts in one command. The command reads and changes rows and appends events; `close` stores the new head
/// and publishes it after the commit.
final class UserTransaction {
  let user: String
  let now: Instant
  let storage: Transaction
  private(set) var record: UserRecord
  private var appended: AppendedEvents
  private var areas: Areas = []

  /// Creates the user if necessary.
  init(user: String, now: Instant, storage: Transaction) throws {
    let rows = storage.rows
    self.user = user
    self.now = now
    self.storage = storage
    if let record = try rows.first(UserStore.lockedRecord(user), as: UserStore.record) {
      self.record = record
      appended = AppendedEvents(after: record.head)
    } else {
      // A random start distinguishes a new journal from a deleted one.
      let start = RandomBytes.integer()
      record = UserRecord(
        chainStart: start, head: SessionAPI.Head(seq: 0, checksum: start), heroCount: 0,
        profile: Profile(createdAt: now))
      appended = AppendedEvents(after: record.head)
      try UserStore.insert(user, record, storage)
      // If another host deletes the account, the insert has waited for that transaction.
      guard try !ErasureStore.isErasing(user, rows) else { throw Fault.accountIsBeingDeleted }
      try append(.account(.opened(AccountOpened(at: now, datesUnlocks: true))))
      try begin()
    }
  }

  /// The first sign-in makes an invited person active, whose name becomes that of the profile.
  private func begin() throws {
    guard var person = try PersonStore.person(user, rows), person.state == .invited else { return }
    let name = person.displayName
    person.state = .active
    person.displayName = nil
    try PersonStore.save(person, storage)
    guard let name else { return }
    var event = ProfileChanged(profile: record.profile, changes: [])
    event.profile.displayName = name
    try change(event)
  }

  var rows: Rows { storage.rows }

  /// The `seq` of the last event.
  var seq: Int64 { record.head.seq }

  func append(_ event: Event) throws {
    let bytes = try CBOREncoder.encode(event)
    let seq = record.head.seq + 1
    let checksum = JournalChain.checksum(after: record.head.checksum, seq: seq, event: bytes)
    try JournalStore.append(
      JournalRow(seq: seq, event: bytes, checksum: checksum), user: user, at: now, storage)
    record.head = SessionAPI.Head(seq: seq, checksum: checksum)
    appended.append(bytes, checksum: checksum)
    areas.formUnion(event.tag.areas)
  }

  /// Stores the profile and its settings over time, and appends the event.
  func change(_ event: ProfileChanged) throws {
    record.profile = event.profile
    record.settings.apply(event)
    try UserStore.setProfile(user, record.profile, record.settings, storage)
    try append(.account(.profileChanged(event)))
  }

  func setHeroCount(_ count: Int) throws {
    record.heroCount = count
    try UserStore.setHeroCount(user, count, storage)
  }

  /// Stores and publishes the new head. Called at the end of every command.
  func close(publishingTo heads: Heads, _ hosts: OtherHosts? = nil) throws {
    guard appended.count > 0 else { return }
    try UserStore.setHead(user, record.head, storage)
    storage.setCommitProof(JournalStore.end(user, record.head))
    storage.afterCommit { [user, head = record.head, appended, areas] in
      defer { heads.webhooks.note(user) }
      guard let hosts else { return heads.publish(head, of: user, appended: appended, areas) }
      hosts.publish(user, appended: appended.count)
    }
  }
}

/// The checksum chain of a journal. Each checksum covers the previous one, so changed, lost and moved rows are
/// detected.
public enum JournalChain {
  public static func checksum(after previous: Int64, seq: Int64, event: [UInt8]) -> Int64 {
    SHA256.prefix(previous, seq, event)
  }

  static func checksum(after previous: Int64, seq: Int64, event: UnsafeRawBufferPointer) -> Int64 {
    SHA256.prefix(previous, seq, event)
  }
}
