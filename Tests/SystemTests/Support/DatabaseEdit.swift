import Foundation
import Testing

/// Changes a database behind the program's back, as a bad disk or a person with a tool would.
enum DatabaseEdit {
  /// `flip(bytes)` gives them with one bit in their middle flipped.
  private static let script = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1], timeout=5)
    base.create_function("flip", 1, lambda b: b[:len(b) // 2] + bytes([b[len(b) // 2] ^ 1]) + b[len(b) // 2 + 1:])
    for statement in sys.argv[2].split(";"): base.execute(statement)
    base.commit()
    """

  /// Statements with semicolons between them.
  static func run(_ sql: String, on path: String) throws {
    let done = try Executable.run(program: "/usr/bin/env", ["python3", "-c", script, path, sql])
    try #require(done.code == 0, "\(done.errors)")
  }
}
