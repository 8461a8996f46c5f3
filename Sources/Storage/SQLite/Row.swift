import CSQLite

/// One row of a result, its columns by position; it is not to be kept.
public struct Row {
  let statement: OpaquePointer

  public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  public func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
  public func flag(_ column: Int32) -> Bool { sqlite3_column_int64(statement, column) != 0 }
  public func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

  public func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  public func bytes(_ column: Int32) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  /// The bytes where they lie, without a copy, for as long as `body` runs.
  public func withBytes<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    let start = sqlite3_column_blob(statement, column)
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// Whatever is there, as it is there.
  public func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    default: .bytes(bytes(column))
    }
  }

  public var values: [Value] {
    (0..<sqlite3_column_count(statement)).map(value)
  }

  public func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  public func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
  public func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }
}
