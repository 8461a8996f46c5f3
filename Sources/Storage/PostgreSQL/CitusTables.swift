/// Where the extension Citus is in the database, its tables are spread over machines: each by the first column of its
/// key, so that all rows of a user lie together and what is looked up by a hash is found by it; a small one that is
/// asked for otherwise is copied to each. The statements stay the same: those that name the column go to one machine.
///
/// It is asked for by making the extension there; which tables are spread is read from the engine's own catalogue, so
/// that a database with data can get it later, and a table of a later step follows.
enum CitusTables {
  static func isThere(_ link: PostgreSQLLink) throws -> Bool {
    try link.script("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')") == "t"
  }

  /// The tables of `migrations` that lie on one machine, where they are to lie on several.
  static func unspread(_ link: PostgreSQLLink, _ migrations: [Migration]) throws -> [Table] {
    guard try isThere(link) else { return [] }
    let tables = migrations.flatMap(\.changes).compactMap { change in
      if case .createTable(let table) = change { table } else { nil }
    }
    let names = tables.map { "'\($0.name)'" }.joined(separator: ", ")
    let missing = try link.script(
      """
      SELECT COALESCE(string_agg(name, ' '), '') FROM unnest(ARRAY[\(names)]::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass(name))
      """
    ).split(separator: " ").map(String.init)
    return tables.filter { missing.contains($0.name) }
  }

  /// Inside the transaction of the steps. Tables whose keys begin with columns of one type lie together.
  static func spread(_ link: PostgreSQLLink, _ migrations: [Migration]) throws {
    for table in try unspread(link, migrations) {
      try spread(table.name, by: table.isOnEachMachine ? nil : table.key[0], link)
    }
  }

  /// By a column, or as a copy on each machine.
  private static func spread(_ table: String, by column: String?, _ link: PostgreSQLLink) throws {
    try link.script(
      column.map { "SELECT create_distributed_table('\(table)', '\($0)')" }
        ?? "SELECT create_reference_table('\(table)')")
    // What was copied would stay here unseen, also of users who are deleted later.
    try link.script("SELECT truncate_local_data_after_distributing_table('\(table)')")
  }

  /// Every machine reads the list of the steps, so that hosts may be connected to any of them.
  static func spreadSteps(_ link: PostgreSQLLink) throws {
    guard try isThere(link) else { return }
    // One connection to each machine changes all of a table's parts: a step may touch a table that another made.
    try link.script("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    let known = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('schema_steps'))"
    if try link.script(known) == "f" { try spread("schema_steps", by: nil, link) }
  }

  /// A machine commits by its own settings, not by those of our connection, and several commit together in two phases.
  static func assertDurable(_ link: PostgreSQLLink) throws {
    guard try isThere(link) else { return }
    let wrong = try link.script(
      """
      SELECT COALESCE(string_agg(nodename || ':' || nodeport || ' ' || result, '; '), '')
      FROM run_command_on_workers($$
        SELECT CASE WHEN current_setting('fsync') <> 'on' THEN 'runs with fsync off'
          WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN 'does not wait for its commits'
          WHEN current_setting('max_prepared_transactions') = '0' THEN 'has max_prepared_transactions at 0'
          ELSE '' END
      $$) WHERE NOT success OR result <> ''
      """)
    guard wrong.isEmpty else { throw DatabaseError(.disk, "a machine of the database is not in order: \(wrong)") }
  }
}
