import CSQLite
import Glibc

/// One connection to one SQLite file with its prepared statements. It takes no locks of its own (`NOMUTEX`): one thread
/// at a time uses it.
final class SQLiteConnection: Connection {
  let handle: OpaquePointer
  /// Statements of a move.
  var made: [String: MadeStatement] = [:]
  private var statements: [SQL: Statement] = [:]

  init(path: String, cacheKibibytes: Int, mayWrite: Bool = true) throws {
    var opened: OpaquePointer?
    let way = mayWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(path, &opened, way | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(DatabaseError.Code(sqlite: code, system: errno), "cannot open \(path): \(reason)")
    }
    handle = opened
    // SQLite's own handler sleeps longer and longer, and would hardly ever meet the moment in which a busy writer of
    // another process lets go between two groups.
    sqlite3_busy_handler(
      handle,
      { _, tries in
        guard tries < StorageLimits.busyTries else { return 0 }
        usleep(StorageLimits.busyPauseMicroseconds)
        return 1
      }, nil)
    try script("PRAGMA cache_size = -\(cacheKibibytes)")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement.handle) }
    sqlite3_close_v2(handle)
  }

  /// Whether no transaction is open: after some failures SQLite has rolled back by itself.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// Runs text made by the driver, which no statement is kept for.
  func script(_ text: String) throws {
    let code = sqlite3_exec(handle, text, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code, text) }
  }

  /// The first column of the first row that text made by the driver yields.
  func answer(_ text: String) throws -> String {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_prepare_v2(handle, text, -1, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code, text) }
    let step = sqlite3_step(statement)
    guard step == SQLITE_ROW || step == SQLITE_DONE else { throw failure(step, text) }
    return step == SQLITE_ROW ? textOfFirst(statement) : ""
  }

  /// The first column of every row that text made by the driver yields.
  func answers(_ text: String) throws -> [String] {
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

  /// A statement of its own with its values; the caller ends it.
  func opened(_ sql: SQL, _ values: [Value]) throws -> OpaquePointer {
    let statement = try prepare(sql, flags: 0)
    do {
      try bind(values, to: statement, of: sql)
      return statement.handle
    } catch {
      sqlite3_finalize(statement.handle)
      throw error
    }
  }

  /// False at the end of the rows.
  func step(_ statement: OpaquePointer, of sql: SQL) throws -> Bool {
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code, sql.description) }
    return code == SQLITE_ROW
  }

  /// Gives `sql` its values and hands each row to `row` until that says false.
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement.handle) }
    try bind(values, to: statement, of: sql)
    // What it is after a failure shows whether the disk is bad or a page.
    errno = 0
    while true {
      let code = sqlite3_step(statement.handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw failure(code, sql.description) }
      guard try row(Row(columns: SQLiteColumns(statement: statement.handle))) else { return }
    }
  }

  /// Nothing is far away here, and one connection alone writes.
  func expect(_ queries: [[Query]]) {}
  func ask(_ queries: [Query]) {}

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

  /// Runs `body`, and `call` again and again while a statement of it works.
  func between(instructions count: Int32, call: @escaping () -> Void, _ body: () throws -> Void) rethrows {
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

  /// Puts all of another database in the place of this one's.
  func take(_ source: SQLiteConnection) throws {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw failure(sqlite3_errcode(handle), "the beginning of a copy")
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    if code != SQLITE_DONE { throw failure(code, "a copy") }
  }

  func findings(_ migrations: [Migration]) throws -> [String] {
    try SQLiteInspection.findings(self, migrations)
  }

  func tableNames() throws -> Set<String> {
    Set(try answers("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"))
  }

  /// A statement of its own; the caller ends it.
  func prepare(made text: String) throws -> OpaquePointer {
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
      throw DatabaseError(.misuse, "\(statement.positions.count) values wanted, \(values.count) given: \(sql)")
    }
    for (position, value) in zip(statement.positions, values) {
      let code = bind(value, at: position, of: statement.handle)
      if code != SQLITE_OK { throw failure(code, sql.description) }
    }
  }

  func bind(_ value: Value, at position: Int32, of statement: OpaquePointer) -> Int32 {
    // SQLite copies what it is given with this destructor, so that nothing need outlive the call.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .null: return sqlite3_bind_null(statement, position)
    case .integer(let integer): return sqlite3_bind_int64(statement, position, integer)
    case .real(let real): return sqlite3_bind_double(statement, position, real)
    case .text(var text):
      // A null pointer would bind NULL, not an empty text.
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
    // On a damaged file any statement may be the first to meet the damage.
    return DatabaseError(reason, reason == .corrupt ? message : "\(message) in: \(text)")
  }
}

/// What SQLite hands back to what it calls.
private final class Callback {
  let call: () -> Void

  init(call: @escaping () -> Void) {
    self.call = call
  }
}

/// A prepared statement, and where in SQLite's numbering its `$1`, `$2` … are: SQLite counts by first appearance.
private struct Statement {
  let handle: OpaquePointer
  let positions: [Int32]

  init(handle: OpaquePointer) {
    self.handle = handle
    let count = sqlite3_bind_parameter_count(handle)
    positions = (0..<count).map { sqlite3_bind_parameter_index(handle, "$\($0 + 1)") }
  }
}
