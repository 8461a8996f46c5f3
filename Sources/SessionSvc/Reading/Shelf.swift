import API
import Chronology
import Domain
import Storage

/// A user's library as its owner sees it: entries and reads with their works and the totals of their sessions.
struct Shelf {
  let user: String
  let calendar: LocalCalendar
  let rows: Rows

  init(_ user: String, _ calendar: LocalCalendar, _ rows: Rows) {
    self.user = user
    self.calendar = calendar
    self.rows = rows
  }

  func reply(_ entry: LibraryEntry) throws -> SessionAPI.LibraryEntryReply {
    let reads = try ReadStore.reads(user, workId: entry.workId, rows)
    return try reply(
      LibraryRecord(entry: entry, reads: reads), of: try WorkStore.work(user, entry.workId, rows))
  }

  func reply(_ record: LibraryRecord, of work: Work?) throws -> SessionAPI.LibraryEntryReply {
    let all = try ReadingTotalsStore.totals(user, workId: record.entry.workId, rows)
    let latest = try record.reads.isEmpty ? all : totals(of: record).last?.totals ?? ReadingTotals()
    return SessionAPI.LibraryEntryReply(
      record.summary(in: calendar), of: work, readCount: record.readCount, minutes: all.minutes,
      sessions: all.sessions, pace: ReadingSession.pace(pages: latest.pages, minutes: latest.minutes), in: calendar)
  }

  func replies(_ record: LibraryRecord, of work: Work) throws -> [SessionAPI.ReadReply] {
    try totals(of: record).map { read, totals in
      SessionAPI.ReadReply(
        read, of: work, sessions: totals.sessions, pages: totals.pages, minutes: totals.minutes, in: calendar)
    }
  }

  /// Passes all reads, with a position after each, to `body` until it returns false.
  func eachRead(after place: String?, _ body: (String, SessionAPI.ReadReply) throws -> Bool) throws {
    let parts = place?.split(separator: " ").map(String.init) ?? []
    var (workId, count) = (parts.first ?? "", parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    if let record = try LibraryStore.record(user, workId, rows), try !pass(record, from: count, body) { return }
    count = 0
    while true {
      let entries = try LibraryStore.entries(user, after: workId, limit: SessionLimits.exportItems, rows)
      guard let last = entries.last else { return }
      for entry in entries {
        let record = LibraryRecord(entry: entry, reads: try ReadStore.reads(user, workId: entry.workId, rows))
        guard try pass(record, from: 0, body) else { return }
      }
      workId = last.workId
    }
  }

  private func pass(
    _ record: LibraryRecord, from count: Int, _ body: (String, SessionAPI.ReadReply) throws -> Bool
  ) throws -> Bool {
    guard record.reads.count > count, let work = try WorkStore.work(user, record.entry.workId, rows) else {
      return true
    }
    for (index, reply) in try replies(record, of: work).enumerated().dropFirst(count) {
      guard try body("\(work.id) \(index + 1)", reply) else { return false }
    }
    return true
  }

  /// Returns the reads in order with the totals of their sessions.
  func totals(of record: LibraryRecord) throws -> [(read: Read, totals: ReadingTotals)] {
    let all = try ReadingTotalsStore.totals(user, workId: record.entry.workId, rows)
    return try record.reads.windows(in: calendar).map { read, window in
      guard let window, all.sessions > 0 else { return (read, ReadingTotals()) }
      if window == .all { return (read, all) }
      return (read, try ReadingStore.totals(user, workId: record.entry.workId, in: window, rows))
    }
  }
}
