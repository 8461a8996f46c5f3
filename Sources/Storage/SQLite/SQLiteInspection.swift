/// What is wrong with a file as such, whatever its rows mean.
enum SQLiteInspection {
  /// Empty where the file is what `migrations` and the engine made of it.
  static func findings(_ file: SQLiteConnection, _ migrations: [Migration]) throws -> [String] {
    var found = try file.answers("PRAGMA integrity_check(100)").filter { $0 != "ok" }
    found += try file.answers("PRAGMA foreign_key_check").map { "a row of \($0) refers to nothing" }
    let model = try SQLiteDriver.openScratch(migrations: migrations)
    let wrong = try definitions(file, model)
    // The columns of a table that is not as it should be cannot be asked for.
    return try found + wrong + (wrong.isEmpty ? kinds(file, model) : [])
  }

  /// To the engine a damaged byte in a column's name is just another column, and a table whose type became bytes still
  /// a table.
  private static func definitions(_ file: SQLiteConnection, _ model: SQLiteConnection) throws -> [String] {
    let query: SQL = """
      SELECT type || ' ' || name,
        tbl_name || ' ' || COALESCE(sql, '') || typeof(type) || typeof(name) || typeof(tbl_name) || typeof(sql)
      FROM sqlite_master
      """
    let found = try pairs(file, query)
    // Only what was moved has it.
    if found["table \(MoveMark.table)"] != nil { try model.run(MoveMark.definition, []) }
    let wanted = try pairs(model, query)
    let names = Set(found.keys).union(wanted.keys).sorted()
    return names.filter { found[$0] != wanted[$0] }.map { "the \($0) is not as this program makes it" }
  }

  /// The engine keeps whatever it finds in a column: a number that became bytes is read as 0.
  private static func kinds(_ file: SQLiteConnection, _ model: SQLiteConnection) throws -> [String] {
    let query: SQL = """
      SELECT m.name,
        group_concat('typeof(' || c.name || ') NOT IN (''null'', ''' || CASE c.type
          WHEN 'TEXT' THEN 'text' WHEN 'REAL' THEN 'real' WHEN 'BLOB' THEN 'blob' ELSE 'integer' END || ''')', ' OR ')
      FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name
      """
    return try pairs(model, query).sorted { $0.key < $1.key }.compactMap { table, condition in
      let count = try file.answer("SELECT COUNT(*) FROM \(table) WHERE \(condition)")
      return count == "0" ? nil : "\(count) rows of \(table) hold values of another kind than their columns"
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
