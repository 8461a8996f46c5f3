import Domain
import Storage

extension Rows {
  /// Returns the row of an object with a client's `id`. An invalid id is not sent to the database, which could reject
  /// the query.
  func first<T>(
    named id: String, _ sql: SQL, _ values: Value..., as make: (Row) throws -> T
  ) throws -> T? {
    guard TextRules.isObjectId(id) else { return nil }
    return try first(sql, values: values, as: make)
  }
}
