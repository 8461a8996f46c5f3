/// Applies migrations and maps column types.
enum PostgreSQLSchema {
  /// The advisory lock for schema changes: eight letters as a number.
  private static let lock = "waymark1".utf8.reduce(Int64(0)) { $0 << 8 | Int64($1) }
  /// The current schema in a statement. As a subquery, it is computed once and not for each table of the database.
  static let current = "(SELECT current_schema()::regnamespace)"

  /// Applies all missing migrations, one host at a time. Consecutive changes of the schema share a transaction; a
  /// migration that changes rows has its own one, on a connection that `open` returns.
  static func migrate(
    _ link: PostgreSQLLink, to migrations: [Migration], open: () throws -> PostgreSQLLink
  ) throws {
    var end = 0
    while end < migrations.count {
      let body = migrations[end].body
      end = body != nil ? end + 1 : migrations[end...].firstIndex { $0.body != nil } ?? migrations.count
      if let body {
        try perform(migrations[end - 1], body, on: try PostgreSQLConnection(try open()))
      } else {
        try migrate(link, to: Array(migrations[..<end]), of: migrations)
      }
    }
  }

  private static func perform(
    _ migration: Migration, _ body: (Transaction) throws -> Void, on connection: PostgreSQLConnection
  ) throws {
    let transaction = Transaction(connection: connection)
    try connection.perform(.beginWriting)
    try connection.perform(.beginCommand)
    _ = try transaction.rows.first("SELECT 1 FROM pg_advisory_xact_lock($1)", .integer(lock)) { $0.integer(0) }
    let steps = try transaction.rows.schemaSteps()
    if !steps.contains(where: { $0.0 == migration.number }) {
      try body(transaction)
      try transaction.run(
        "INSERT INTO schema_steps (number, name) VALUES ($1, $2)", .integer(migration.number), .text(migration.name))
    }
    try connection.perform(.endCommand)
    try connection.perform(.commit)
  }

  /// `migrations` are the first ones of `all`.
  private static func migrate(_ link: PostgreSQLLink, to migrations: [Migration], of all: [Migration]) throws {
    for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
      throw DatabaseError(.misuse, "migration \(migration.number) has position \(index + 1)")
    }
    if try stepsTaken(link, of: all) >= migrations.count, try CitusTables.undistributed(link, migrations).isEmpty {
      return
    }
    try link.script("SET lock_timeout = '\(StorageLimits.longestMigrationSeconds)s'; BEGIN")
    do {
      try link.script("SELECT pg_advisory_xact_lock(\(lock))")
      try link.script("CREATE TABLE IF NOT EXISTS schema_steps (number BIGINT PRIMARY KEY, name TEXT NOT NULL)")
      try CitusTables.distributeSteps(link)
      let there = try stepsTaken(link, of: all)
      for migration in migrations.dropFirst(there) { try apply(migration, to: link) }
      try CitusTables.distribute(link, migrations)
      try link.script("COMMIT")
    } catch {
      _ = try? link.script("ROLLBACK")
      throw error
    }
  }

  private static func stepsTaken(_ link: PostgreSQLLink, of migrations: [Migration]) throws -> Int {
    guard try link.script("SELECT to_regclass('schema_steps') IS NOT NULL") == "t" else { return 0 }
    let there = Int(try link.script("SELECT COALESCE(MAX(number), 0) FROM schema_steps")) ?? 0
    guard there <= migrations.count else {
      throw DatabaseError(
        .newerSchema,
        "a later version has written this database (schema \(there), this version supports \(migrations.count)); "
          + "use the later version"
      )
    }
    return there
  }

  private static func apply(_ migration: Migration, to link: PostgreSQLLink) throws {
    for change in migration.changes {
      switch change {
      case .createTable(let table): try link.script(definition(of: table))
      case .createIndex(let name, let table, let columns, let isUnique):
        let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
        try link.script("CREATE \(kind) \(name) ON \(table) (\(columns.joined(separator: ", ")))")
      case .addColumns(let columns, let table):
        for column in columns { try link.script("ALTER TABLE \(table) ADD COLUMN \(definition(of: column))") }
      case .run(let sql): try link.script(sql.description)
      case .perform: throw DatabaseError(.misuse, "migration \(migration.number) must contain only this change")
      }
    }
    let name = migration.name.split(separator: "'").joined(separator: "''")
    try link.script("INSERT INTO schema_steps (number, name) VALUES (\(migration.number), '\(name)')")
  }

  /// Returns the SQL type of a column.
  static func type(of kind: Table.Kind) -> String {
    switch kind {
    case .text: "text"
    case .integer: "bigint"
    case .real: "double precision"
    case .bytes: "bytea"
    }
  }

  private static func definition(of column: Table.Column) -> String {
    let order = column.kind == .text ? " COLLATE \"C\"" : ""
    return "\(column.name) \(type(of: column.kind))\(order)\(column.isOptional ? "" : " NOT NULL")"
  }

  private static func definition(of table: Table) -> String {
    let columns = table.columns.map(definition)
    let key = "PRIMARY KEY (\(table.key.joined(separator: ", ")))"
    return "CREATE TABLE \(table.name) (\((columns + [key]).joined(separator: ", ")))"
  }
}
