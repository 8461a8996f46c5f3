import Storage

/// The values of a story that a connector has written.
struct ConnectorStory: Hashable {
  var storyId: String
  /// Nil if the story is not the connector's.
  var title: String?
  var estimate: Double?
  /// Whether the length of the episode is not known.
  var isGuess: Bool
  /// The number of readings of the feed in which the episode was not found.
  var misses = isNamed

  /// Stands for a story that needs no name from a feed.
  static let isNamed = -1
}

enum ConnectorStoryStore {
  static func story(_ user: String, _ id: String, _ rows: Rows) throws -> ConnectorStory? {
    try rows.first(
      "SELECT story_id, title, estimate, is_guess, misses FROM connector_stories WHERE user_id = $1 AND story_id = $2",
      .text(user), .text(id), as: story)
  }

  static func save(_ story: ConnectorStory, of user: String, _ transaction: Transaction) throws {
    try transaction.run(
      """
      INSERT INTO connector_stories (user_id, story_id, title, estimate, is_guess, misses)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (user_id, story_id) DO UPDATE SET title = excluded.title, estimate = excluded.estimate,
        is_guess = excluded.is_guess, misses = excluded.misses
      """,
      .text(user), .text(story.storyId), .optional(story.title), .optional(story.estimate), .flag(story.isGuess),
      .integer(story.misses))
  }

  static func each(_ rows: Rows, body: (_ user: String, ConnectorStory) throws -> Void) throws {
    try rows.each(
      "SELECT story_id, title, estimate, is_guess, misses, user_id FROM connector_stories ORDER BY user_id, story_id"
    ) { row in
      try body(row.text(5), story(row))
      return true
    }
  }

  private static func story(_ row: Row) -> ConnectorStory {
    ConnectorStory(
      storyId: row.text(0), title: row.optionalText(1), estimate: row.optionalReal(2), isGuess: row.flag(3),
      misses: row.int(4))
  }
}
