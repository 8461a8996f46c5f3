import CSQLite
import Service

/// SQLite without group commit: WAL, `synchronous=FULL`, a prepared insert and one commit per row.
final class SQLiteInserts {
  private let database: OpaquePointer
  private let insert: OpaquePointer

  init(path: String) throws(BenchFailure) {
    var opened: OpaquePointer?
    guard sqlite3_open(path, &opened) == SQLITE_OK, let opened else { throw BenchFailure("cannot open \(path)") }
    database = opened
    let schema = """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      CREATE TABLE session (user_id TEXT, started_at INTEGER, story_id TEXT, ended_at INTEGER, completed INTEGER,
        duration REAL, PRIMARY KEY (user_id, started_at, story_id)) WITHOUT ROWID;
      """
    var prepared: OpaquePointer?
    guard sqlite3_exec(opened, schema, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(opened, "INSERT INTO session VALUES ('me', ?, 'bench', ?, 1, 300.5)", -1, &prepared, nil)
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
      sqlite3_bind_int64(insert, 1, Int64(row) * 600)
      sqlite3_bind_int64(insert, 2, Int64(row) * 600 + 300)
      guard sqlite3_step(insert) == SQLITE_DONE else {
        throw BenchFailure("SQLite: \(String(cString: sqlite3_errmsg(database)))")
      }
      sqlite3_reset(insert)
    }
    return Double(rows) / (Double(Clock.nanoseconds - start) / 1e9)
  }
}
