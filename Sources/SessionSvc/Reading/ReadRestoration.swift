import API
import Domain
import Proto
import Storage

/// Gives the library entries of earlier versions their reads. Such an entry described only its latest read; the
/// journal still contains the earlier ones.
enum ReadRestoration {
  private static let usersPerPage = 500
  private static let tags: Set<Event.Tag> = [.entrySaved, .entryRemoved, .workRemoved]

  /// Repeating it changes nothing.
  static func run(_ transaction: Transaction) throws {
    var after = ""
    while true {
      let users = try UserStore.users(after: after, limit: usersPerPage, transaction.rows)
      guard let last = users.last else { return }
      for user in users { try restore(user, transaction) }
      after = last
    }
  }

  private static func restore(_ user: String, _ transaction: Transaction) throws {
    // With a damaged journal, each entry has the one read that it describes.
    let records = (try? Self.records(of: user, transaction.rows)) ?? [:]
    var after = ""
    while true {
      let entries = try OldLibraryStore.entries(user, after: after, limit: usersPerPage, transaction.rows)
      guard let last = entries.last else { return }
      for entry in entries {
        let record = records[entry.workId] ?? LibraryRecord.after(EntrySaved(entry: entry), of: nil)
        try OldLibraryStore.save(record.entry, of: user, transaction)
        try ReadStore.deleteAll(user, workId: entry.workId, transaction)
        for (place, read) in record.reads.enumerated() {
          try OldLibraryStore.insert(read, at: place + 1, of: user, workId: entry.workId, transaction)
        }
      }
      after = last.workId
    }
  }

  private static func records(of user: String, _ rows: Rows) throws -> [String: LibraryRecord] {
    var records: [String: LibraryRecord] = [:]
    try JournalStore.each(user, after: 0, rows) { _, _, bytes in
      guard let tag = EventTag.read(bytes), tags.contains(tag) else { return true }
      guard case .reading(let event) = try CBORDecoder.decode(Event.self, from: Array(bytes)) else { return true }
      switch event {
      case .entrySaved(let event):
        records[event.entry.workId] = LibraryRecord.after(event, of: records[event.entry.workId])
      case .entryRemoved(let event): records[event.entry.workId] = nil
      case .workRemoved(let event): records[event.work.id] = nil
      case .workSaved, .timerStarted, .timerStopped, .timerDiscarded, .recorded, .changed, .removed: break
      }
      return true
    }
    return records
  }
}
