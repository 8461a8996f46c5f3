import Glibc

extension SQLiteDriver {
  /// Applies all missing migrations in one transaction and first keeps a copy of the old database. Returns whether the
  /// file had an earlier schema.
  @discardableResult
  func migrate(_ connection: SQLiteConnection, to migrations: [Migration]) throws -> Bool {
    // Opening an up-to-date file does not need the write lock, which another process may hold.
    if try stepsTaken(connection, of: migrations) == migrations.count { return false }
    try connection.script("BEGIN IMMEDIATE")
    do {
      // The lock is held, so nothing is written between the copy and the migrations.
      let there = try stepsTaken(connection, of: migrations)
      let kept = try there > 0 && there < migrations.count && !isDisposable ? keepOld(schema: there) : nil
      try Self.takeSteps(connection, of: migrations)
      if there == 0 { try markClean(connection) }
      try connection.script("COMMIT")
      if let kept { OldSchemaCopies(of: path).removeAll(but: kept) }
      return there > 0
    } catch {
      if !connection.isIdle { try connection.script("ROLLBACK") }
      throw error
    }
  }

  /// Keeps the database of the previous schema, for an operator who must go back.
  private func keepOld(schema: Int) throws -> String {
    let copy = OldSchemaCopies(of: path).path(schema: schema)
    try DiskSpace.check(for: DiskSpace.bytes(ofDatabase: path), at: path, "the copy before the upgrade")
    let part = copy + OldSchemaCopies.partSuffix
    unlink(part)
    try DatabaseAddress(file: path).copy(to: part)
    guard rename(part, copy) == 0 else { throw DatabaseError(system: errno, "cannot write \(copy)") }
    try DiskSpace.syncDirectory(of: copy)
    return copy
  }

  /// Returns the number of applied migrations.
  func stepsTaken(_ connection: SQLiteConnection, of migrations: [Migration]) throws -> Int {
    do {
      return try Self.stepsTaken(connection, of: migrations)
    } catch let error as DatabaseError where error.code == .newerSchema {
      throw DatabaseError(.newerSchema, "\(path): \(error.message)")
    }
  }

  /// Applies the missing migrations, inside the open transaction if there is one.
  static func takeSteps(_ connection: SQLiteConnection, of migrations: [Migration]) throws {
    for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
      throw DatabaseError(.misuse, "migration \(migration.number) has position \(index + 1)")
    }
    try connection.script("CREATE TABLE IF NOT EXISTS schema_steps (number BIGINT PRIMARY KEY, name TEXT NOT NULL)")
    let there = try stepsTaken(connection, of: migrations)
    for migration in migrations.dropFirst(there) { try apply(migration, to: connection) }
  }

  static func stepsTaken(_ connection: SQLiteConnection, of migrations: [Migration]) throws -> Int {
    guard try connection.firstValue("SELECT name FROM sqlite_master WHERE name = 'schema_steps'") != "" else {
      return 0
    }
    let there = Int(try connection.firstValue("SELECT COALESCE(MAX(number), 0) FROM schema_steps")) ?? 0
    guard there <= migrations.count else {
      throw DatabaseError(
        .newerSchema,
        "a later version has written this database (schema \(there), this version supports \(migrations.count)); "
          + "use the later version"
      )
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
      case .perform(let body): try body(Transaction(connection: connection))
      }
    }
    try connection.each(
      "INSERT INTO schema_steps (number, name) VALUES ($1, $2)",
      [.integer(migration.number), .text(migration.name)]
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
