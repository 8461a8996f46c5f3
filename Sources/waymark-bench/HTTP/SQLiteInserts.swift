import CSQLite
import Service

/// SQLite alone: WAL, `synchronous=FULL` and a prepared insert.
final class SQLiteInserts {
  private let database: OpaquePointer
  private let insert: OpaquePointer
  private let rowsPerCommit: Int
  /// The rows belong to these users in turn.
  private let users: [String]

  init(
    path: String, rowsPerCommit: Int = 1, users: [String] = ["me"], hasIndex: Bool = false
  ) throws(BenchFailure) {
    self.rowsPerCommit = rowsPerCommit
    self.users = users
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw BenchFailure("cannot open \(path)") }
    database = opened
    let schema = """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      CREATE TABLE session (user_id TEXT, started_at INTEGER, story_id TEXT, ended_at INTEGER, completed INTEGER,
        duration REAL, PRIMARY KEY (user_id, started_at, story_id)) WITHOUT ROWID;
      \(hasIndex ? "CREATE INDEX by_story ON session (user_id, story_id, started_at);" : "")
      """
    var prepared: OpaquePointer?
    guard sqlite3_exec(opened, schema, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(opened, "INSERT INTO session VALUES (?, ?, 'bench', ?, 1, 300.5)", -1, &prepared, nil)
        == SQLITE_OK, let prepared
    else {
      sqlite3_close(opened)
      throw BenchFailure("SQLite: \(String(cString: sqlite3_errmsg(opened)))")
    }
    insert = prepared
  }

  deinit {
    sqlite3_finalize(insert)
    sqlite3_close(database)
  }

  /// Returns inserts per second.
  func rate(rows: Int, from first: Int) throws(BenchFailure) -> Double {
    let start = Clock.nanoseconds
    for row in first..<(first + rows) {
      if rowsPerCommit > 1, row % rowsPerCommit == 0 || row == first { try execute("BEGIN") }
      // SQLite reads the name until the statement is reset.
      let isWritten = users[row % users.count].withCString { name in
        sqlite3_bind_text(insert, 1, name, -1, nil)
        sqlite3_bind_int64(insert, 2, Int64(row) * 600)
        sqlite3_bind_int64(insert, 3, Int64(row) * 600 + 300)
        let isDone = sqlite3_step(insert) == SQLITE_DONE
        sqlite3_reset(insert)
        return isDone
      }
      guard isWritten else { throw failure }
      let next = row + 1
      if rowsPerCommit > 1, next % rowsPerCommit == 0 || next == first + rows { try execute("COMMIT") }
    }
    return Double(rows) / (Double(Clock.nanoseconds - start) / 1e9)
  }

  private var failure: BenchFailure { BenchFailure("SQLite: \(String(cString: sqlite3_errmsg(database)))") }

  private func execute(_ statement: String) throws(BenchFailure) {
    guard sqlite3_exec(database, statement, nil, nil, nil) == SQLITE_OK else { throw failure }
  }
}
