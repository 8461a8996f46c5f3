import API
import Chronology
import Domain
import Proto
import Storage

/// Dates the library entries of earlier versions by the journal.
enum EntryDating {
  private static let usersPerPage = 500
  private static let tags: Set<Event.Tag> = [.entrySaved, .entryRemoved, .workRemoved]

  /// Repeating it changes nothing.
  static func run(_ transaction: Transaction) throws {
    var after = ""
    while true {
      let users = try UserStore.users(after: after, limit: usersPerPage, transaction.rows)
      guard let last = users.last else { return }
      for user in users {
        // With a damaged journal, the entries stay without a date.
        for (workId, at) in (try? dates(of: user, transaction.rows)) ?? [:] {
          try LibraryStore.setAddition(user, workId, at, transaction)
        }
      }
      after = last
    }
  }

  private static func dates(of user: String, _ rows: Rows) throws -> [String: Instant] {
    var dates: [String: Instant] = [:]
    try JournalStore.eachRow(user, rows) { row, recordedAt in
      let tag = row.event.withUnsafeBytes { EventTag.read($0) }
      guard let tag, tags.contains(tag) else { return }
      guard case .reading(let event) = try CBORDecoder.decode(Event.self, from: row.event) else { return }
      switch event {
      case .entrySaved(let event): dates[event.entry.workId] = dates[event.entry.workId] ?? recordedAt
      case .entryRemoved(let event): dates[event.entry.workId] = nil
      case .workRemoved(let event): dates[event.work.id] = nil
      case .workSaved, .timerStarted, .timerStopped, .timerDiscarded, .recorded, .changed, .removed: break
      }
    }
    return dates
  }
}
