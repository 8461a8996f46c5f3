import CPostgres

extension DatabaseError.Code {
  /// What PostgreSQL's five letters say: a class of two, and what it is in its class.
  init(sqlState state: String) {
    switch state {
    // A transaction that stood in the way of another one.
    case "40001", "40P01": self = .conflict
    // A lock or a statement took too long.
    case "55P03", "57014": self = .busy
    case "53100": self = .full
    case "53200": self = .noMemory
    // So a server says too what a machine behind it did not do; what is damaged has states of its own.
    case "XX000": self = .unreachable
    // A server that may only be read is not the one that writes any more.
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
  /// The error that a result carries.
  init(result: OpaquePointer, _ libpq: UnsafePointer<waymark_libpq>, during text: String) {
    let state = String(orEmpty: libpq.pointee.PQresultErrorField(result, PostgreSQLField.sqlState))
    let message = String(orEmpty: libpq.pointee.PQresultErrorField(result, PostgreSQLField.message))
    // Without a state it is the client library that reports the loss of its connection.
    self.init(state.isEmpty ? .unreachable : Code(sqlState: state), "\(message) (\(state)) in: \(text)")
  }
}

/// Macros of characters, which Swift does not see.
enum PostgreSQLField {
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let message = Int32(UInt8(ascii: "M"))
}

extension String {
  /// What libpq keeps; empty where it has nothing.
  init(orEmpty pointer: UnsafePointer<CChar>?) {
    self = pointer.map { String(cString: $0) } ?? ""
  }
}
