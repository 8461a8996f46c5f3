import CSQLite

/// The current row of a SQLite statement.
struct SQLiteColumns: RowColumns {
  let statement: OpaquePointer

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    // Read the text before its length: the length depends on the type of the last access.
    let start = sqlite3_column_text(statement, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(statement, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// Returns the value with its stored type.
  private func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(String(decoding: text(column), as: UTF8.self))
    default: .bytes([UInt8](bytes(column)))
    }
  }

  /// Like `value`, but returns text that is not valid UTF-8 as bytes.
  private func strictValue(_ column: Int32) -> Value {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return value(column) }
    let found = text(column)
    return String(validating: found, as: UTF8.self).map { .text($0) } ?? .bytes([UInt8](found))
  }

  var strictValues: [Value] { (0..<sqlite3_column_count(statement)).map(strictValue) }

  var values: [Value] { (0..<sqlite3_column_count(statement)).map(value) }
}
