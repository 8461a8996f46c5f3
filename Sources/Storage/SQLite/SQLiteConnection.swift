import CPages
import CSQLite
import Glibc

/// One connection to a SQLite file with its prepared statements. SQLite does no locking between threads (`NOMUTEX`), so
/// only one thread at a time may use it.
final class SQLiteConnection: Connection {
  let handle: OpaquePointer
  /// The statements of a move.
  var dynamicStatements: [String: DynamicStatement] = [:]
  private var statements: [SQL: Statement] = [:]

  /// Whether SQLite knows the file system that cleans the unused parts of pages.
  private static let hasPages = waymark_register_pages() == SQLITE_OK

  /// `busyTries` is the number of attempts to take a lock.
  init(
    path: String, cacheKibibytes: Int, mayWrite: Bool = true, busyTries: Int = StorageLimits.busyTries
  ) throws {
    guard Self.hasPages else { throw DatabaseError(.misuse, "SQLite cannot be initialised") }
    var opened: OpaquePointer?
    let way = mayWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(path, &opened, way | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, waymark_pages)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(DatabaseError.Code(sqlite: code, system: errno), "cannot open \(path): \(reason)")
    }
    handle = opened
    // SQLite's own handler sleeps ever longer and would miss the short pause between two groups of another process.
    sqlite3_busy_handler(
      handle,
      { limit, tries in
        guard tries < Int(bitPattern: limit) else { return 0 }
        usleep(StorageLimits.busyPauseMicroseconds)
        return 1
      }, UnsafeMutableRawPointer(bitPattern: busyTries))
    try script("PRAGMA cache_size = -\(cacheKibibytes)")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    sqlite3_close_v2(handle)
  }

  /// Whether no transaction is open. SQLite rolls back by itself after some failures.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs a statement of the driver without caching it.
  func script(_ text: String) throws {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, text) }
  }

  /// Returns the first column of the first row.
  func firstValue(_ text: String) throws -> String {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code, text) }
    let step = sqlite3_step(statement)
    guard step == SQLITE_ROW || step == SQLITE_DONE else { throw failure(step, text) }
    return step == SQLITE_ROW ? textOfFirst(statement) : ""
  }

  /// Returns the first column of every row.
  func firstColumn(_ text: String) throws -> [String] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code, text) }
    var found: [String] = []
    while true {
      let step = sqlite3_step(statement)
      if step == SQLITE_DONE { return found }
      guard step == SQLITE_ROW else { throw failure(step, text) }
      found.append(textOfFirst(statement))
    }
  }

  private func textOfFirst(_ statement: OpaquePointer) -> String {
    String(decoding: SQLiteColumns(statement: statement).text(0), as: UTF8.self)
  }

  /// Prepares a separate statement with its values. The caller finalizes it.
  func prepareSeparate(_ sql: SQL, _ values: [Value]) throws -> OpaquePointer {
    let statement = try prepare(sql, flags: 0)
    do {
      try bind(values, to: statement, of: sql)
      return statement.handle
    } catch {
      sqlite3_finalize(statement.handle)
      throw error
    }
  }

  /// Returns false after the last row.
  func step(_ statement: OpaquePointer, of sql: SQL) throws -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code, sql.description) }
    return code == SQLITE_ROW
  }

  /// Passes each row of `sql` to `row` until it returns false.
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement.handle) }
    try bind(values, to: statement, of: sql)
    // After a failure, `errno` distinguishes a bad disk from a damaged page.
    errno = 0
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, sql.description) }
      guard try row(Row(columns: SQLiteColumns(statement: statement.handle))) else { return }
    }
  }

  /// Queries of a local file are not sent in advance.
  func expect(_ queries: [[Query]]) {}
  func prefetch(_ queries: [Query]) {}

  func all(_ query: Query, _ row: (Row) throws -> Bool) throws {
    try each(query.sql, query.values, row)
  }

  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    try each(sql, values, row)
  }

  func run(_ sql: SQL, _ values: [Value]) throws {
    try each(sql, values) { _ in true }
  }

  func change(_ sql: SQL, _ values: [Value]) throws -> Int {
    try run(sql, values)
    return Int(sqlite3_changes(handle))
  }

  func perform(_ step: TransactionStep) throws {
    switch step {
    case .beginReading: try execute("BEGIN")
    case .beginWriting: try execute("BEGIN IMMEDIATE")
    case .beginCommand: try execute("SAVEPOINT command")
    case .endCommand: try execute("RELEASE command")
    case .undoCommand:
      try execute("ROLLBACK TO command")
      try execute("RELEASE command")
    case .confirm: break
    case .commit: try execute("COMMIT")
    case .rollback: try execute("ROLLBACK")
    }
  }

  private func execute(_ sql: SQL) throws {
    try each(sql, []) { _ in true }
  }

  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor {
    try SQLiteCursor(self, sql, values)
  }

  /// Runs `body` and calls `call` regularly while one of its statements runs.
  func run(every count: Int32, call: @escaping () -> Void, _ body: () throws -> Void) rethrows {
    let box = Callback(call: call)
    sqlite3_progress_handler(
      handle, count,
      { context in
        guard let context else { return 0 }
        Unmanaged<Callback>.fromOpaque(context).takeUnretainedValue().call()
        return 0
      }, Unmanaged.passUnretained(box).toOpaque())
    defer { sqlite3_progress_handler(handle, 0, nil, nil) }
    try withExtendedLifetime(box) { try body() }
  }

  /// Replaces this database's contents with those of `source`.
  func replaceContents(with source: SQLiteConnection) throws {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw failure(sqlite3_errcode(handle), "starting a copy")
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw failure(code, "a copy") }
  }

  func findings(_ migrations: [Migration]) throws -> [String] {
    try SQLiteInspection.findings(self, migrations)
  }

  func tableNames() throws -> Set<String> {
    Set(
      try firstColumn("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"))
  }

  func hasTable(_ name: StaticString) throws -> Bool {
    try !firstColumn("SELECT name FROM sqlite_master WHERE type = 'table' AND name = '\(name)'").isEmpty
  }

  /// Prepares a separate statement. The caller finalizes it.
  func prepare(dynamic text: String) throws -> OpaquePointer {
    var made: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
    guard code == SQLITE_OK, let made else { throw failure(code, text) }
    return made
  }

  private func prepared(_ sql: SQL) throws -> Statement {
    if let known = statements[sql] { return known }
    let statement = try prepare(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    statements[sql] = statement
    return statement
  }

  private func prepare(_ sql: SQL, flags: UInt32) throws -> Statement {
    var made: OpaquePointer?
    let text = UnsafeRawPointer(sql.literal.utf8Start).assumingMemoryBound(to: CChar.self)
    let code = sqlite3_prepare_v3(
      handle, text, Int32(sql.literal.utf8CodeUnitCount), flags, &made, nil)
    guard code == SQLITE_OK, let made else { throw failure(code, sql.description) }
    return Statement(handle: made)
  }

  private func bind(_ values: [Value], to statement: Statement, of sql: SQL) throws {
    guard values.count == statement.positions.count else {
      throw DatabaseError(.misuse, "\(statement.positions.count) values expected, \(values.count) given: \(sql)")
    }
    for (position, value) in zip(statement.positions, values) {
      let code = bind(value, at: position, of: statement.handle)
      if code != SQLITE_OK { throw failure(code, sql.description) }
    }
  }

  func bind(_ value: Value, at position: Int32, of statement: OpaquePointer) -> Int32 {
    // With this destructor SQLite copies the value, so it need not outlive the call.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, position)
    case .integer(let integer): return sqlite3_bind_int64(statement, position, integer)
    case .real(let real): return sqlite3_bind_double(statement, position, real)
    case .text(var text):
      // A null pointer would bind NULL instead of an empty text.
      if text.isEmpty { return sqlite3_bind_text(statement, position, "", 0, copied) }
      return text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(statement, position, $0.baseAddress, Int32($0.count), copied)
        }
      }
    case .bytes(let bytes):
      if bytes.isEmpty { return sqlite3_bind_zeroblob(statement, position, 0) }
      return bytes.withUnsafeBytes { sqlite3_bind_blob(statement, position, $0.baseAddress, Int32($0.count), copied) }
    }
  }

  func failure(_ code: Int32, _ text: String) -> DatabaseError {
    let reason = DatabaseError.Code(sqlite: code, system: errno)
    let message = "\(String(cString: sqlite3_errmsg(handle))) (\(code))"
    // In a damaged file any statement may be the first to fail, so the statement is not reported.
    return DatabaseError(reason, reason == .corrupt ? message : "\(message) in: \(text)")
  }
}

/// Carries a Swift closure through SQLite's context pointer.
private final class Callback {
  let call: () -> Void

  init(call: @escaping () -> Void) {
    self.call = call
  }
}

/// A prepared statement with SQLite's positions of `$1`, `$2` …, which SQLite numbers by first appearance.
private struct Statement {
  let handle: OpaquePointer
  let positions: [Int32]

  init(handle: OpaquePointer) {
    self.handle = handle
    let count = sqlite3_bind_parameter_count(handle)
    positions = (0..<count).map { sqlite3_bind_parameter_index(handle, "$\($0 + 1)") }
  }
}
