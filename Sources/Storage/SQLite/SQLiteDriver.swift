import Glibc

/// A SQLite file, as the threads that work on it open it.
struct SQLiteDriver: Driver {
  let path: String

  var isThere: Bool { access(path, F_OK) == 0 }

  func prepare(_ migrations: [Migration]) throws {
    try makePrivate()
    try Self.migrate(try open(), to: migrations)
  }

  func openWriter() throws -> any Connection {
    try open()
  }

  /// Each commit of it is on the disk when it returns, and that is asserted, not hoped for.
  private func open() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.writerCacheKibibytes)
    let mode = try connection.answer("PRAGMA journal_mode = WAL")
    guard mode == "wal" else { throw DatabaseError(.disk, "\(path): no write-ahead log on this file system: \(mode)") }
    try connection.script("PRAGMA synchronous = FULL")
    let level = try connection.answer("PRAGMA synchronous")
    guard level == "2" else { throw DatabaseError(.disk, "\(path): synchronous is \(level), and must be 2 (FULL)") }
    try connection.script("PRAGMA wal_autocheckpoint = \(StorageLimits.pagesBeforeCheckpoint)")
    return connection
  }

  func openReader() throws -> any Connection {
    let connection = try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes)
    try connection.script("PRAGMA query_only = ON")
    return connection
  }

  func openFound() throws -> any Connection {
    try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes, mayWrite: false)
  }

  /// A database of one connection, in memory or, where it is large, in a temporary file without a name.
  static func openScratch(migrations: [Migration]) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: "", cacheKibibytes: StorageLimits.scratchCacheKibibytes)
    try connection.script("PRAGMA journal_mode = MEMORY")
    try connection.script("PRAGMA synchronous = OFF")
    try migrate(connection, to: migrations)
    return connection
  }

  /// The log and the index beside the file take its permissions, so it is made before SQLite would with wider ones.
  private func makePrivate() throws {
    let made = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard made >= 0 else {
      throw DatabaseError(errno == ENOSPC ? .full : .disk, "cannot open \(path): \(String(cString: strerror(errno)))")
    }
    Glibc.close(made)
  }

  /// All that is missing in one transaction: a file is at one number or at the next, never between.
  private static func migrate(_ connection: SQLiteConnection, to migrations: [Migration]) throws {
    for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
      throw DatabaseError(.misuse, "migration \(migration.number) is at place \(index + 1)")
    }
    // A file that is up to date is opened without the write lock, which another process may be busy with.
    if try stepsTaken(connection, of: migrations) == migrations.count { return }
    try connection.script("BEGIN IMMEDIATE")
    do {
      try connection.script("CREATE TABLE IF NOT EXISTS schema_steps (number BIGINT PRIMARY KEY, name TEXT NOT NULL)")
      let there = try stepsTaken(connection, of: migrations)
      for migration in migrations.dropFirst(there) { try apply(migration, to: connection) }
      try connection.script("COMMIT")
    } catch {
      if !connection.isIdle { try connection.script("ROLLBACK") }
      throw error
    }
  }

  private static func stepsTaken(_ connection: SQLiteConnection, of migrations: [Migration]) throws -> Int {
    guard try connection.answer("SELECT name FROM sqlite_master WHERE name = 'schema_steps'") != "" else { return 0 }
    let there = Int(try connection.answer("SELECT COALESCE(MAX(number), 0) FROM schema_steps")) ?? 0
    guard there <= migrations.count else {
      throw DatabaseError(
        .newerSchema, "the database is at schema \(there), this program knows \(migrations.count): use a later one")
    }
    return there
  }

  private static func apply(_ migration: Migration, to connection: SQLiteConnection) throws {
    for change in migration.changes {
      switch change {
      case .createTable(let table): try connection.script(definition(of: table))
      case .createIndex(let name, let table, let columns, let isUnique):
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        try connection.script("CREATE \(kind) \(name) ON \(table) (\(columns.joined(separator: ", ")))")
      case .addColumns(let columns, let table):
        for column in columns { try connection.script("ALTER TABLE \(table) ADD COLUMN \(definition(of: column))") }
      case .run(let sql): try connection.script(sql.description)
      }
    }
    try connection.each(
      "INSERT INTO schema_steps (number, name) VALUES ($1, $2)",
      [
        .integer(migration.number), .text(migration.name),
      ]
    ) { _ in true }
  }

  private static func definition(of column: Table.Column) -> String {
    let type =
      switch column.kind {
      case .text: "TEXT"
      case .integer: "INTEGER"
      case .real: "REAL"
      case .bytes: "BLOB"
      }
    return "\(column.name) \(type)\(column.isOptional ? "" : " NOT NULL")"
  }

  private static func definition(of table: Table) -> String {
    let columns = table.columns.map(definition)
    let key = "PRIMARY KEY (\(table.key.joined(separator: ", ")))"
    return "CREATE TABLE \(table.name) (\((columns + [key]).joined(separator: ", "))) WITHOUT ROWID"
  }
}
