import CPostgres

/// All rows of one statement, in the protocol's binary form.
final class PostgreSQLResult {
  private let result: OpaquePointer
  private let libpq: UnsafePointer<waymark_libpq>

  init(_ result: OpaquePointer, _ libpq: UnsafePointer<waymark_libpq>) {
    self.result = result
    self.libpq = libpq
  }

  deinit { libpq.pointee.PQclear(result) }

  var count: Int32 { libpq.pointee.PQntuples(result) }

  /// The number of changed rows.
  var changes: Int { Int(String(orEmpty: libpq.pointee.PQcmdTuples(result))) ?? 0 }

  /// The command tag, for example `COMMIT`.
  var tag: String { String(orEmpty: libpq.pointee.PQcmdStatus(result)) }

  func row(_ index: Int32) -> PostgreSQLColumns {
    PostgreSQLColumns(libpq: libpq, result: result, row: index)
  }

  /// Throws if a column has an unsupported type. For example, a sum of integers is a decimal number.
  func checkTypes(of sql: String) throws {
    for column in 0..<libpq.pointee.PQnfields(result)
    where PostgreSQLType(rawValue: libpq.pointee.PQftype(result, column)) == nil {
      throw DatabaseError(.misuse, "column \(column) is of type \(libpq.pointee.PQftype(result, column)) in: \(sql)")
    }
  }
}

/// The supported column types by object id, which is the same in every database.
enum PostgreSQLType: UInt32 {
  case truth = 16
  case bytes = 17
  case long = 20
  case integer = 23
  case text = 25
  case real = 701
}

/// One row of a result.
struct PostgreSQLColumns: RowColumns {
  let libpq: UnsafePointer<waymark_libpq>
  let result: OpaquePointer
  let row: Int32

  func isNull(_ column: Int32) -> Bool { libpq.pointee.PQgetisnull(result, row, column) != 0 }

  func integer(_ column: Int32) -> Int64 {
    let field = bytes(column)
    switch field.count {
    case 8: return Int64(bigEndian: field.loadUnaligned(as: Int64.self))
    case 4: return Int64(Int32(bigEndian: field.loadUnaligned(as: Int32.self)))
    case 1: return Int64(field[0])
    default: return 0
    }
  }

  func real(_ column: Int32) -> Double {
    let field = bytes(column)
    guard libpq.pointee.PQftype(result, column) == PostgreSQLType.real.rawValue, field.count == 8 else {
      return Double(integer(column))
    }
    return Double(bitPattern: UInt64(bigEndian: field.loadUnaligned(as: UInt64.self)))
  }

  func text(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    bytes(column).assumingMemoryBound(to: UInt8.self)
  }

  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let count = Int(libpq.pointee.PQgetlength(result, row, column))
    return UnsafeRawBufferPointer(start: libpq.pointee.PQgetvalue(result, row, column), count: count)
  }

  private func value(_ column: Int32) -> Value {
    if isNull(column) { return .null }
    switch PostgreSQLType(rawValue: libpq.pointee.PQftype(result, column)) {
    case .truth, .integer, .long, nil: return .integer(integer(column))
    case .real: return .real(real(column))
    case .text: return .text(String(decoding: text(column), as: UTF8.self))
    case .bytes: return .bytes([UInt8](bytes(column)))
    }
  }

  var values: [Value] { (0..<libpq.pointee.PQnfields(result)).map(value) }
}
