import Domain
import Proto
import Storage

enum WorkStore {
  static func work(_ user: String, _ id: String, _ rows: Rows) throws -> Work? {
    try rows.first(
      named: id,
      """
      SELECT id, title, authors, page_count, language, original_language, genres, published_year, identifiers,
        series, series_position, tags
      FROM works WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id), as: work)
  }

  /// Passes works to `body` in the order of their ids until it returns false.
  static func each(_ user: String, after: String, _ rows: Rows, body: (Work) throws -> Bool) throws {
    try rows.each(
      """
      SELECT id, title, authors, page_count, language, original_language, genres, published_year, identifiers,
        series, series_position, tags
      FROM works WHERE user_id = $1 AND id > $2 ORDER BY id
      """, .text(user), .text(after)
    ) { try body(work($0)) }
  }

  /// Returns the works with an entry or a read that is open.
  static func idsBeingRead(_ user: String, limit: Int, _ rows: Rows) throws -> [String] {
    try rows.all(
      """
      SELECT work_id FROM library WHERE user_id = $1 AND status = 'reading'
      UNION SELECT work_id FROM reads WHERE user_id = $1 AND status = 'reading' ORDER BY work_id LIMIT $2
      """, .text(user), .integer(limit)
    ) { $0.text(0) }
  }

  /// Passes works with an entry or a read that is open to `body` until it returns false.
  static func eachBeingRead(_ user: String, limit: Int, _ rows: Rows, body: (Work) throws -> Bool) throws {
    try rows.each(
      """
      SELECT id, title, authors, page_count, language, original_language, genres, published_year, identifiers,
        series, series_position, tags
      FROM works WHERE user_id = $1 AND page_count IS NOT NULL AND id IN (
        SELECT work_id FROM library WHERE user_id = $1 AND status = 'reading'
        UNION SELECT work_id FROM reads WHERE user_id = $1 AND status = 'reading')
      ORDER BY id LIMIT $2
      """, .text(user), .integer(limit)
    ) { try body(work($0)) }
  }

  /// Reads only the title, because the rest of a work may be long.
  static func title(_ user: String, _ id: String, _ rows: Rows) throws -> String? {
    try rows.first("SELECT title FROM works WHERE user_id = $1 AND id = $2", .text(user), .text(id)) { $0.text(0) }
  }

  static func save(_ work: Work, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO works (user_id, id, title, authors, page_count, language, original_language, genres, published_year,
        identifiers, series, series_position, tags)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
      ON CONFLICT (user_id, id) DO UPDATE SET title = excluded.title, authors = excluded.authors,
        page_count = excluded.page_count, language = excluded.language,
        original_language = excluded.original_language, genres = excluded.genres,
        published_year = excluded.published_year, identifiers = excluded.identifiers,
        series = excluded.series, series_position = excluded.series_position, tags = excluded.tags
      """,
      .text(user), .text(work.id), .text(work.title), .bytes(try CBOREncoder.encode(work.authors)),
      .optional(work.pageCount.map(Int64.init)), .optional(work.language), .optional(work.originalLanguage),
      .bytes(try CBOREncoder.encode(work.genres)), .optional(work.publishedYear.map(Int64.init)),
      work.identifiers.isEmpty ? .null : .bytes(try CBOREncoder.encode(work.identifiers)),
      .optional(work.series?.name), .optional(work.series?.position),
      work.tags.isEmpty ? .null : .bytes(try CBOREncoder.encode(work.tags)))
  }

  static func delete(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM works WHERE user_id = $1 AND id = $2", .text(user), .text(id))
  }

  private static func work(_ row: Row) throws -> Work {
    Work(
      id: row.text(0), title: row.text(1), authors: try row.stored([String].self, 2),
      pageCount: row.optionalInteger(3).map { Int($0) }, language: row.optionalText(4),
      originalLanguage: row.optionalText(5), genres: try row.stored([String].self, 6),
      publishedYear: row.optionalInteger(7).map { Int($0) },
      identifiers: row.isNull(8) ? WorkIdentifiers() : try row.stored(WorkIdentifiers.self, 8),
      series: row.optionalText(9).map { BookSeries(name: $0, position: row.optionalReal(10)) },
      tags: row.isNull(11) ? WorkTags() : try row.stored(WorkTags.self, 11))
  }
}

extension WorkStore {
  static let audited = AuditedTable(
    name: "works", keyColumns: 1,
    rows: """
      SELECT id, title, authors, page_count, language, original_language, genres, published_year, identifiers,
        series, series_position, tags
      FROM works WHERE user_id = $1 ORDER BY id
      """,
    orphans: "SELECT DISTINCT user_id FROM works WHERE user_id NOT IN (SELECT user_id FROM users)",
    delete: "DELETE FROM works WHERE user_id = $1")
}
