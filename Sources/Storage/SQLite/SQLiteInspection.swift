/// Finds damage in a file, regardless of the meaning of its rows.
enum SQLiteInspection {
  /// Returns an empty list for a sound file with the schema of `migrations`.
  static func findings(_ file: SQLiteConnection, _ migrations: [Migration]) throws -> [String] {
    var found = try file.firstColumn("PRAGMA integrity_check(100)").filter { $0 != "ok" }
    found += try file.firstColumn("PRAGMA foreign_key_check").map { "a row of \($0) has a dangling reference" }
    let model = try SQLiteDriver.openScratch(migrations: migrations)
    let wrong = try definitions(file, model)
    // Columns are read only if all tables have the expected definition.
    return try found + wrong + (wrong.isEmpty ? wrongTypes(file, model) : [])
  }

  /// To SQLite, a damaged column name is just another column, so the definitions are compared.
  private static func definitions(_ file: SQLiteConnection, _ model: SQLiteConnection) throws -> [String] {
    let query: SQL = """
      SELECT type || ' ' || name,
        tbl_name || ' ' || COALESCE(sql, '') || typeof(type) || typeof(name) || typeof(tbl_name) || typeof(sql)
      FROM sqlite_master
      """
    let found = try pairs(file, query)
    // Only a moved database has this table.
    if found["table \(MoveMark.table)"] != nil { try model.run(MoveMark.definition, []) }
    let wanted = try pairs(model, query)
    let names = Set(found.keys).union(wanted.keys).sorted()
    return names.filter { found[$0] != wanted[$0] }.map { "the \($0) differs from this program's schema" }
  }

  /// SQLite stores any type in any column. A number that became bytes would be read as 0.
  private static func wrongTypes(_ file: SQLiteConnection, _ model: SQLiteConnection) throws -> [String] {
    let query: SQL = """
      SELECT m.name,
        group_concat('typeof(' || c.name || ') NOT IN (''null'', ''' || CASE c.type
          WHEN 'TEXT' THEN 'text' WHEN 'REAL' THEN 'real' WHEN 'BLOB' THEN 'blob' ELSE 'integer' END || ''')', ' OR ')
      FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name
      """
    return try pairs(model, query).sorted { $0.key < $1.key }.compactMap { table, condition in
      let count = try file.firstValue("SELECT COUNT(*) FROM \(table) WHERE \(condition)")
      return count == "0" ? nil : "\(count) rows of \(table) have values of the wrong type"
    }
  }

  private static func pairs(_ connection: SQLiteConnection, _ query: SQL) throws -> [String: String] {
    var found: [String: String] = [:]
    try connection.each(query, []) { row in
      found[row.text(0), default: ""] += row.text(1)
      return true
    }
    return found
  }
}
