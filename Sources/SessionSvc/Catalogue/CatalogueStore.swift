import Chronology
import Domain
import Proto
import Storage

enum CatalogueStore {
  static func hero(_ user: String, _ id: String, _ rows: Rows) throws -> Hero? {
    try rows.first(
      named: id, "SELECT id, name FROM heroes WHERE user_id = $1 AND id = $2", .text(user), .text(id), as: hero)
  }

  static func heroes(_ user: String, after: String, limit: Int, _ rows: Rows) throws -> [Hero] {
    try rows.all(
      "SELECT id, name FROM heroes WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3",
      .text(user), .text(after), .integer(limit), as: hero)
  }

  static func save(_ hero: Hero, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO heroes (user_id, id, name) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, id) DO UPDATE SET name = excluded.name
      """, .text(user), .text(hero.id), .text(hero.name))
  }

  /// Keeps the hero's stories, without a hero.
  static func deleteHero(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM heroes WHERE user_id = $1 AND id = $2", .text(user), .text(id))
    try transaction.run(
      "UPDATE stories SET hero_id = NULL WHERE user_id = $1 AND hero_id = $2", .text(user), .text(id))
  }

  static func story(_ user: String, _ id: String, _ rows: Rows) throws -> Story? {
    guard TextRules.isObjectId(id) else { return nil }
    return try rows.first(storyQuery(user, id), as: story)
  }

  static func storyQuery(_ user: String, _ id: String) -> Query {
    Query(
      """
      SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
        match_dismissed
      FROM stories WHERE user_id = $1 AND id = $2
      """, .text(user), .text(id))
  }

  static func stories(_ user: String, after: String, limit: Int, _ rows: Rows) throws -> [Story] {
    try rows.all(
      """
      SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
        match_dismissed
      FROM stories WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3
      """, .text(user), .text(after), .integer(limit), as: story)
  }

  /// Returns the stories of a work.
  static func stories(_ user: String, workId: String, _ rows: Rows) throws -> [Story] {
    try rows.all(
      """
      SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
        match_dismissed
      FROM stories WHERE user_id = $1 AND work_id = $2 ORDER BY id
      """, .text(user), .text(workId), as: story)
  }

  /// Passes stories to `body` in the order of their ids until it returns false. `heroId` limits them to one hero.
  static func eachStory(
    _ user: String, heroId: String?, after: String, _ rows: Rows, _ body: (Story) throws -> Bool
  ) throws {
    guard let heroId else {
      return try rows.each(
        """
        SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
          match_dismissed
        FROM stories WHERE user_id = $1 AND id > $2 ORDER BY id
        """, .text(user), .text(after)
      ) { try body(try story($0)) }
    }
    try rows.each(
      """
      SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
        match_dismissed
      FROM stories WHERE user_id = $1 AND hero_id = $2 AND id > $3 ORDER BY id
      """, .text(user), .text(heroId), .text(after)
    ) { try body(try story($0)) }
  }

  static func save(_ story: Story, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO stories (user_id, id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors,
        isbn, asin, match_dismissed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      ON CONFLICT (user_id, id) DO UPDATE SET title = excluded.title, hero_id = excluded.hero_id,
        estimated_duration = excluded.estimated_duration, created_at = excluded.created_at,
        is_favorite = excluded.is_favorite, work_id = excluded.work_id, authors = excluded.authors,
        isbn = excluded.isbn, asin = excluded.asin, match_dismissed = excluded.match_dismissed
      """,
      .text(user), .text(story.id), .text(story.title), .optional(story.heroId), .real(story.estimatedDuration),
      .integer(story.createdAt.seconds), .flag(story.isFavorite), .optional(story.workId),
      try story.authors.map { .bytes(try CBOREncoder.encode($0)) } ?? .null, .optional(story.isbn),
      .optional(story.asin), story.isMatchDismissed == true ? .flag(true) : .null)
  }

  static func deleteStory(_ user: String, _ id: String, _ transaction: Transaction) throws {
    try transaction.run("DELETE FROM stories WHERE user_id = $1 AND id = $2", .text(user), .text(id))
  }

  private static func hero(_ row: Row) -> Hero {
    Hero(id: row.text(0), name: row.text(1))
  }

  private static func story(_ row: Row) throws -> Story {
    var story = Story(
      id: row.text(0), title: row.text(1), heroId: row.optionalText(2), estimatedDuration: row.real(3),
      createdAt: Instant(seconds: row.integer(4)), isFavorite: row.flag(5))
    story.workId = row.optionalText(6)
    story.authors = row.isNull(7) ? nil : try row.stored([String].self, 7)
    story.isbn = row.optionalText(8)
    story.asin = row.optionalText(9)
    story.isMatchDismissed = row.isNull(10) ? nil : row.flag(10)
    return story
  }
}

extension CatalogueStore {
  static let audited = [
    AuditedTable(
      name: "heroes", keyColumns: 1, rows: "SELECT id, name FROM heroes WHERE user_id = $1 ORDER BY id",
      orphans: "SELECT DISTINCT user_id FROM heroes WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM heroes WHERE user_id = $1"),
    AuditedTable(
      name: "stories", keyColumns: 1,
      rows: """
        SELECT id, title, hero_id, estimated_duration, created_at, is_favorite, work_id, authors, isbn, asin,
          match_dismissed
        FROM stories WHERE user_id = $1 ORDER BY id
        """,
      orphans: "SELECT DISTINCT user_id FROM stories WHERE user_id NOT IN (SELECT user_id FROM users)",
      delete: "DELETE FROM stories WHERE user_id = $1"),
  ]
}
