import API
import Chronology
import Domain
import Proto
import Storage

/// Reads the texts of objects for a search, at most a number of rows per kind.
enum SearchStore {
  static func works(
    _ user: String, _ search: ObjectSearch, limit: Int, _ rows: Rows
  ) throws -> [SessionAPI.FoundWork] {
    var found = FoundItems<SessionAPI.FoundWork>(limit: limit)
    try rows.each(
      "SELECT id, title, authors, series, series_position, tags FROM works WHERE user_id = $1 ORDER BY id LIMIT $2",
      .text(user), .integer(SessionLimits.searchedRows)
    ) { row in
      let series = row.optionalText(3).map { BookSeries(name: $0, position: row.optionalReal(4)) }
      func authors() throws -> [String] { try row.stored([String].self, 2) }
      func tags() throws -> [String] { row.isNull(5) ? [] : try row.stored(WorkTags.self, 5).texts }
      let place = try search.place(row.text(1), row.text(0)) { try authors() + tags() + [series?.name ?? ""] }
      guard let place else { return true }
      try found.add(place) {
        SessionAPI.FoundWork(id: place.id, title: row.text(1), authors: try authors(), series: series, tags: try tags())
      }
      return true
    }
    return found.items
  }

  static func stories(
    _ user: String, _ search: ObjectSearch, limit: Int, _ rows: Rows
  ) throws -> [SessionAPI.FoundStory] {
    var found = FoundItems<SessionAPI.FoundStory>(limit: limit)
    try rows.each(
      "SELECT id, title, hero_id FROM stories WHERE user_id = $1 ORDER BY id LIMIT $2", .text(user),
      .integer(SessionLimits.searchedRows)
    ) { row in
      if let place = search.place(row.text(1), row.text(0)) {
        found.add(place) { SessionAPI.FoundStory(id: place.id, title: row.text(1), heroId: row.optionalText(2)) }
      }
      return true
    }
    return found.items
  }

  static func heroes(_ user: String, _ search: ObjectSearch, limit: Int, _ rows: Rows) throws -> [Hero] {
    var found = FoundItems<Hero>(limit: limit)
    try rows.each(
      "SELECT id, name FROM heroes WHERE user_id = $1 ORDER BY id LIMIT $2", .text(user),
      .integer(SessionLimits.searchedRows)
    ) { row in
      if let place = search.place(row.text(1), row.text(0)) {
        found.add(place) { Hero(id: place.id, name: row.text(1)) }
      }
      return true
    }
    return found.items
  }

  static func rucks(
    _ user: String, _ search: ObjectSearch, limit: Int, _ rows: Rows
  ) throws -> [SessionAPI.FoundRuck] {
    var found = FoundItems<SessionAPI.FoundRuck>(limit: limit)
    try rows.each(
      """
      SELECT id, name, note, started_at, distance FROM rucks
      WHERE user_id = $1 AND (name IS NOT NULL OR note IS NOT NULL) ORDER BY started_at DESC LIMIT $2
      """, .text(user), .integer(SessionLimits.searchedRows)
    ) { row in
      let (name, note) = (row.optionalText(1), row.optionalText(2))
      if let place = search.place(name ?? "", row.text(0), others: { [note ?? ""] }) {
        found.add(place) {
          SessionAPI.FoundRuck(
            id: place.id, name: name, note: note, startedAt: Instant(seconds: row.integer(3)), distance: row.real(4))
        }
      }
      return true
    }
    return found.items
  }
}
