/// Finds differences in the schema. The server checks its pages with checksums.
enum PostgreSQLInspection {
  /// Returns an empty list if every table and index is as in `migrations`.
  static func findings(_ connection: PostgreSQLConnection, _ migrations: [Migration]) throws -> [String] {
    var wanted = Wanted()
    for migration in migrations { for change in migration.changes { wanted.add(change) } }
    var columns: [String: Set<String>] = [:]
    let found = try connection.rows(
      of:
        """
        SELECT c.relname::text, a.attname::text || ' ' || format_type(a.atttypid, a.atttypmod)
          || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relkind IN ('r', 'p') AND pg_table_is_visible(c.oid)
          AND c.relnamespace = \(PostgreSQLSchema.current)
        """)
    for row in found {
      guard case .text(let table) = row[0], case .text(let column) = row[1] else { continue }
      columns[table, default: []].insert(column)
    }
    let tables = wanted.tables.filter { columns[$0.key] != $0.value }.keys
    let indexes = try connection.rows(
      of:
        """
        SELECT c.relname::text FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
        WHERE i.indisvalid AND c.relnamespace = \(PostgreSQLSchema.current)
        """)
    let missing = wanted.indexes.subtracting(
      indexes.compactMap { if case .text(let name) = $0[0] { name } else { nil } })
    return missing.sorted().map { "the index \($0) differs from this program's schema" }
      + tables.sorted().map { "the table \($0) differs from this program's schema" }
  }

  /// The tables and indexes that the migrations define. The only raw SQL in a migration drops an index.
  private struct Wanted {
    var tables: [String: Set<String>] = [:]
    var indexes: Set<String> = []

    mutating func add(_ change: Migration.Change) {
      switch change {
      case .createTable(let table):
        tables[table.name] = Set(table.columns.map(definition))
        indexes.insert("\(table.name)_pkey")
      case .addColumns(let columns, let table):
        let added = columns.map(definition)
        tables[table]?.formUnion(added)
      case .createIndex(let name, _, _, _): indexes.insert(name)
      case .perform: break
      case .run(let sql):
        let words = sql.description.split(separator: " ")
        if words.starts(with: ["DROP", "INDEX"]), let name = words.last { indexes.remove(String(name)) }
      }
    }

    private func definition(_ column: Table.Column) -> String {
      "\(column.name) \(PostgreSQLSchema.type(of: column.kind))\(column.isOptional ? "" : " NOT NULL")"
    }
  }
}
