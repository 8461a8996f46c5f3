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
    let reads = try ReadStore.readsWithoutReviews(user, workId: entry.workId, rows)
    return try reply(
      LibraryRecord(entry: entry, reads: reads), of: try WorkStore.work(user, entry.workId, rows))
  }

  func reply(_ record: LibraryRecord, of work: Work?) throws -> SessionAPI.LibraryEntryReply {
    let all = try ReadingTotalsStore.totals(user, workId: record.entry.workId, rows)
    let window = window(ofLatestIn: record)
    let latest = try window.map { try totals(of: record.entry.workId, in: $0) } ?? all
    return SessionAPI.LibraryEntryReply(
      record.summary(in: calendar), of: work, readCount: record.readCount(in: calendar), minutes: all.minutes,
      sessions: all.sessions, pace: ReadingSession.pace(pages: latest.pages, minutes: latest.minutes),
      listening: try WorkListening(user, record.entry.workId, rows).unfinished(), in: calendar)
  }

  /// The sessions of the latest read: nil if there is no read, and a nil window if it has no sessions.
  private func window(ofLatestIn record: LibraryRecord) -> ReadWindow?? {
    guard let latest = record.counted(in: calendar).latest(in: calendar) else { return nil }
    return .some(record.reads.windows(in: calendar).first { $0.read.id == latest.id }?.window)
  }

  /// Returns all reads in order.
  func replies(_ record: LibraryRecord, of work: Work) throws -> [SessionAPI.ReadReply] {
    try replies(record, of: work) { _ in true }
  }

  /// Returns one read, or nil if the record does not have it.
  func reply(_ id: String, in record: LibraryRecord, of work: Work) throws -> SessionAPI.ReadReply? {
    try replies(record, of: work) { $0.id == id }.first
  }

  private func replies(
    _ record: LibraryRecord, of work: Work, _ isWanted: (Read) -> Bool
  ) throws -> [SessionAPI.ReadReply] {
    let seconds = try WorkListening(user, work.id, rows).seconds(of: record.reads, in: calendar)
    var windows: [String: ReadWindow] = [:]
    for (read, window) in record.reads.windows(in: calendar) { windows[read.id] = window }
    return try record.counted(in: calendar).ordered(in: calendar).filter(isWanted).map { read in
      let totals = try totals(of: work.id, in: windows[read.id])
      return SessionAPI.ReadReply(
        read, of: work, sessions: totals.sessions, pages: totals.pages, minutes: totals.minutes,
        listenedSeconds: seconds[read.id] ?? 0, in: calendar)
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
    guard record.all.count > count, let work = try WorkStore.work(user, record.entry.workId, rows) else {
      return true
    }
    for (index, reply) in try replies(record, of: work).enumerated().dropFirst(count) {
      guard try body("\(work.id) \(index + 1)", reply) else { return false }
    }
    return true
  }

  /// Passes the finished reads that count, without their reviews, to `body`.
  func eachFinished(_ body: (_ workId: String, _ read: Read) -> Void) throws {
    try ReadStore.eachWork(user, rows) { workId, reads in
      for read in reads.counted(in: calendar) where read.status == .finished { body(workId, read) }
    }
  }

  /// The status that the owner sees. Only listening ends `wantToRead` without a write.
  func status(of entry: LibraryEntry) throws -> ReadingStatus {
    guard entry.status == .wantToRead else { return entry.status }
    let reads = try ReadStore.readsWithoutReviews(user, workId: entry.workId, rows)
    return LibraryRecord(entry: entry, reads: reads).summary(in: calendar).status
  }

  /// Whether a read has sessions.
  func hasSessions(_ read: Read, in record: LibraryRecord) throws -> Bool {
    let window = record.reads.windows(in: calendar).first { $0.read.id == read.id }?.window
    return try totals(of: record.entry.workId, in: window).sessions > 0
  }

  /// Returns the totals of the sessions of a work in a window. A read without a window has none.
  private func totals(of workId: String, in window: ReadWindow?) throws -> ReadingTotals {
    guard let window else { return ReadingTotals() }
    if window == .all { return try ReadingTotalsStore.totals(user, workId: workId, rows) }
    return try ReadingStore.totals(user, workId: workId, in: window, rows)
  }
}
