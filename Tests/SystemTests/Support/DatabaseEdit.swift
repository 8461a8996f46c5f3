import Foundation
import Testing

/// Changes a database directly, like a bad disk or a person with a tool.
enum DatabaseEdit {
  /// Adds the SQL function `flip(bytes)`, which flips one bit in the middle.
  private static let script = """
    import sqlite3, sys
    base = sqlite3.connect(sys.argv[1], timeout=5)
    base.create_function("flip", 1, lambda b: b[:len(b) // 2] + bytes([b[len(b) // 2] ^ 1]) + b[len(b) // 2 + 1:])
    for statement in sys.argv[2].split(";"): base.execute(statement)
    base.commit()
    """

  /// Runs statements that are separated by semicolons.
  static func run(_ sql: String, on path: String) throws {
    let done = try Executable.run(program: "/usr/bin/env", ["python3", "-c", script, path, sql])
    try #require(done.code == 0, "\(done.errors)")
  }

  /// Prints the name, row count and an order-independent checksum of each table.
  private static let summing = """
    import hashlib, sqlite3, sys
    base = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True, timeout=5)
    base.text_factory = bytes
    tables = base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (name,) in tables:
        name = name.decode()
        if name == sys.argv[2] or name.startswith("sqlite_"): continue
        rows = [hashlib.sha256(repr(row).encode()).digest() for row in base.execute(f'SELECT * FROM "{name}"')]
        print(name, len(rows), hashlib.sha256(b"".join(sorted(rows))).hexdigest())
    """

  static func sums(of path: String, without table: String) throws -> String {
    let done = try Executable.run(program: "/usr/bin/env", ["python3", "-c", summing, path, table])
    try #require(done.code == 0, "\(done.errors)")
    return done.output
  }
}
