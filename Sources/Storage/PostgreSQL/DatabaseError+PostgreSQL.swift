import CPostgres

extension DatabaseError.Code {
  /// Converts an SQLSTATE: a class of two characters and a code of three.
  init(sqlState state: String) {
    switch state {
    // Serialization failure or deadlock.
    case "40001", "40P01": self = .conflict
    // A lock or statement timeout.
    case "55P03", "57014": self = .busy
    case "53100": self = .full
    case "53200": self = .noMemory
    // Citus also reports failures of its workers with this state. Damage has other states.
    case "XX000": self = .unreachable
    // A read-only server is no longer the primary.
    case "25006", "53300", "57P01", "57P02", "57P03", "57P04", "57P05", "25P03": self = .unreachable
    default: self = Self.classes[String(state.prefix(2))] ?? .misuse
    }
  }

  private static let classes: [String: DatabaseError.Code] = [
    "08": .unreachable, "23": .constraint, "28": .unreachable, "3D": .unreachable, "40": .conflict, "53": .busy,
    "58": .disk, "XX": .corrupt,
  ]
}

extension DatabaseError {
  /// Converts the error of a result.
  init(result: OpaquePointer, _ libpq: UnsafePointer<waymark_libpq>, during text: String) {
    let state = String(orEmpty: libpq.pointee.PQresultErrorField(result, PostgreSQLField.sqlState))
    let message = String(orEmpty: libpq.pointee.PQresultErrorField(result, PostgreSQLField.message))
    // An error without an SQLSTATE comes from libpq, which has lost the connection.
    self.init(state.isEmpty ? .unreachable : Code(sqlState: state), "\(message) (\(state)) in: \(text)")
  }
}

/// Swift does not import these character macros.
enum PostgreSQLField {
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
}

extension String {
  /// Copies a C string; nil becomes an empty string.
  init(orEmpty pointer: UnsafePointer<CChar>?) {
    self = pointer.map { String(cString: $0) } ?? ""
  }
}
