import Domain
import Storage

extension Rows {
  /// The row of an object that somebody named by `id`. What cannot be an id is that of no row, and is not asked for: a
  /// database may refuse the very question.
  func first<T>(
    named id: String, _ sql: SQL, _ values: Value..., as make: (Row) throws -> T
  ) throws -> T? {
    guard TextRules.isObjectId(id) else { return nil }
    return try first(sql, values: values, as: make)
  }
}
