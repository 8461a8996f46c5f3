import Chronology
import Domain
import Proto
import Storage

/// Library entries as they are stored. `Shelf` describes the latest read of an entry.
enum LibraryStore {
  static func entry(_ user: String, _ workId: String, _ rows: Rows) throws -> LibraryEntry? {
    try rows.first(
      named: workId,
      """
      SELECT work_id, status, current_page, rating, started_at, finished_at, started_on, finished_on, wanted_at,
        is_from_link
      FROM library WHERE user_id = $1 AND work_id = $2
      """, .text(user), .text(workId), as: entry)
  }

  static func record(_ user: String, _ workId: String, _ rows: Rows) throws -> LibraryRecord? {
    try entry(user, workId, rows).map { entry in
      LibraryRecord(entry: entry, reads: try ReadStore.reads(user, workId: workId, rows))
    }
  }

  static func entries(_ user: String, after: String, limit: Int, _ rows: Rows) throws -> [LibraryEntry] {
    try rows.all(
      """
      SELECT work_id, status, current_page, rating, started_at, finished_at, started_on, finished_on, wanted_at,
        is_from_link
      FROM library WHERE user_id = $1 AND work_id > $2 ORDER BY work_id LIMIT $3
      """, .text(user), .text(after), .integer(limit), as: entry)
  }

  /// A library entry with its work's title and authors.
  struct Described {
    var entry: LibraryEntry
    var texts: [String]

    /// The approximate encoded size.
    var textBytes: Int { texts.reduce(512) { $0 + $1.utf8.count + 3 } }
  }

  /// Passes entries to `body` in the order of their work ids until it returns false.
  static func eachDescribed(
    _ user: String, after: String, _ rows: Rows, _ body: (Described) throws -> Bool
  ) throws {
    try rows.each(
      """
      SELECT l.work_id, l.status, l.current_page, l.rating, l.started_at, l.finished_at, l.started_on, l.finished_on,
        l.wanted_at, l.is_from_link, w.title, w.authors
      FROM library AS l LEFT JOIN works AS w ON w.user_id = l.user_id AND w.id = l.work_id
      WHERE l.user_id = $1 AND l.work_id > $2 ORDER BY l.work_id
      """, .text(user), .text(after)
    ) { row in
      let authors = row.isNull(11) ? [] : try CBORDecoder.decode([String].self, from: row.bytes(11))
      return try body(Described(entry: try entry(row), texts: [row.text(10)] + authors))
    }
  }

  /// Passes entries with the values that a query needs to `body`, in the order of their work ids, until it returns
  /// false.
  static func eachRow(
    _ user: String, after: String, _ selection: LibrarySelection, _ rows: Rows, _ body: (LibraryRow) throws -> Bool
  ) throws {
    var pending: (row: LibraryRow, reads: [Read])?
    func pass() throws -> Bool {
      guard var (row, reads) = pending else { return true }
      pending = nil
      if !reads.isEmpty { row.record = LibraryRecord(entry: row.record.entry, reads: reads) }
      reads = []
      return try body(row)
    }
    var goesOn = true
    try rows.each(selection.needsReads ? rowsWithReads : plainRows, .text(user), .text(after)) { row in
      let workId = row.text(0)
      if pending?.row.record.entry.workId != workId {
        goesOn = try pass()
        guard goesOn else { return false }
        pending = (try libraryRow(row, selection), [])
      }
      if selection.needsReads, !row.isNull(17) { pending?.reads.append(try ReadStore.read(row, from: 17)) }
      return true
    }
    if goesOn { _ = try pass() }
  }

  private static let plainRows: SQL = """
    SELECT l.work_id, l.status, l.current_page, l.rating, l.started_at, l.finished_at, l.started_on, l.finished_on,
      l.wanted_at, l.is_from_link, l.added_at, w.title, w.authors, w.genres, w.tags, w.series, w.page_count
    FROM library AS l LEFT JOIN works AS w ON w.user_id = l.user_id AND w.id = l.work_id
    WHERE l.user_id = $1 AND l.work_id > $2 ORDER BY l.work_id
    """
  private static let rowsWithReads: SQL = """
    SELECT l.work_id, l.status, l.current_page, l.rating, l.started_at, l.finished_at, l.started_on, l.finished_on,
      l.wanted_at, l.is_from_link, l.added_at, w.title, w.authors, w.genres, w.tags, w.series, w.page_count,
      r.id, r.status, r.started_at, r.started_on, r.finished_at, r.finished_on, r.rating, r.format, r.note,
      r.created_at, r.origin
    FROM library AS l LEFT JOIN works AS w ON w.user_id = l.user_id AND w.id = l.work_id
      LEFT JOIN reads AS r ON r.user_id = l.user_id AND r.work_id = l.work_id
    WHERE l.user_id = $1 AND l.work_id > $2 ORDER BY l.work_id
    """

  private static func libraryRow(_ row: Row, _ selection: LibrarySelection) throws -> LibraryRow {
    LibraryRow(
      record: LibraryRecord(entry: try entry(row)), addedAt: row.optionalInteger(10).map(Instant.init(seconds:)),
      title: row.optionalText(11) ?? "",
      authors: selection.needsAuthors && !row.isNull(12) ? try row.stored([String].self, 12) : [],
      genres: selection.needsGenres && !row.isNull(13) ? try row.stored([String].self, 13) : [],
      tags: selection.needsTags && !row.isNull(14) ? try row.stored(WorkTags.self, 14) : WorkTags(),
      series: row.optionalText(15), pageCount: row.optionalInteger(16).map { Int($0) })
  }

  /// `now` becomes the time of addition if the entry is new.
  static func save(_ entry: LibraryEntry, of user: String, at now: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO library (user_id, work_id, status, current_page, rating, started_at, finished_at, started_on,
        finished_on, wanted_at, is_from_link, added_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      ON CONFLICT (user_id, work_id) DO UPDATE SET status = excluded.status, current_page = excluded.current_page,
        rating = excluded.rating, started_at = excluded.started_at, finished_at = excluded.finished_at,
        started_on = excluded.started_on, finished_on = excluded.finished_on, wanted_at = excluded.wanted_at,
        is_from_link = excluded.is_from_link
      """,
      .text(user), .text(entry.workId), .text(entry.status.rawValue), .integer(entry.currentPage),
      .optional(entry.rating), .optional(entry.startedAt?.seconds), .optional(entry.finishedAt?.seconds),
      .optional(entry.startedOn?.description), .optional(entry.finishedOn?.description),
      .optional(entry.wantedAt?.seconds), entry.isFromLink == true ? .flag(true) : .null, .integer(now.seconds))
  }

  /// Does nothing if there is no entry.
  static func setCurrentPage(_ user: String, _ workId: String, _ page: Int, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE library SET current_page = $3 WHERE user_id = $1 AND work_id = $2",
      .text(user), .text(workId), .integer(page))
  }

  /// Does nothing if there is no entry.
  static func setAddition(_ user: String, _ workId: String, _ at: Instant, _ transaction: Transaction) throws {
    try transaction.run(
      "UPDATE library SET added_at = $3 WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId),
      .integer(at.seconds))
  }

  /// Also deletes the reads.
  static func delete(_ user: String, _ workId: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM library WHERE user_id = $1 AND work_id = $2", .text(user), .text(workId))
    try ReadStore.deleteAll(user, workId: workId, transaction)
  }

  private static func entry(_ row: Row) throws -> LibraryEntry {
    guard let status = ReadingStatus(rawValue: row.text(1)) else {
      throw DatabaseError(.corrupt, "unknown status of a library entry: \(row.text(1))")
    }
    var entry = LibraryEntry(
      workId: row.text(0), status: status, currentPage: row.int(2), rating: row.optionalReal(3),
      startedAt: row.optionalInteger(4).map { Instant(seconds: $0) },
      finishedAt: row.optionalInteger(5).map { Instant(seconds: $0) })
    entry.startedOn = row.optionalText(6).flatMap(PartialDate.init)
    entry.finishedOn = row.optionalText(7).flatMap(PartialDate.init)
    entry.wantedAt = row.optionalInteger(8).map { Instant(seconds: $0) }
    entry.isFromLink = row.isNull(9) ? nil : row.flag(9)
    return entry
  }
}

extension LibraryStore {
  static let audited = AuditedTable(
    name: "library", keyColumns: 1,
    rows: """
      SELECT work_id, status, current_page, rating, started_at, finished_at, started_on, finished_on, wanted_at,
        is_from_link, added_at
      FROM library WHERE user_id = $1 ORDER BY work_id
      """,
    orphans: "SELECT DISTINCT user_id FROM library WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM library WHERE user_id = $1")
}
