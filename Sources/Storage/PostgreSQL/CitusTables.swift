/// Distributes tables over machines if the extension Citus is installed in the database. A table is distributed by the
/// first column of its key, so all rows of a user are on one machine; a replicated table is copied to each. The
/// statements stay the same.
///
/// The engine's catalogue shows which tables are distributed. Citus can therefore be installed in a database with data,
/// and tables of later migrations are distributed too.
enum CitusTables {
  static func isInstalled(_ link: PostgreSQLLink) throws -> Bool {
    try link.script("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')") == "t"
  }

  /// Returns the tables of `migrations` that are not distributed yet, if Citus is installed.
  static func undistributed(_ link: PostgreSQLLink, _ migrations: [Migration]) throws -> [Table] {
    guard try isInstalled(link) else { return [] }
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

  /// Runs in the transaction of the migrations. Tables whose first key columns have the same type are co-located.
  static func distribute(_ link: PostgreSQLLink, _ migrations: [Migration]) throws {
    for table in try undistributed(link, migrations) {
      try distribute(table.name, by: table.isReplicated ? nil : table.key[0], link)
    }
  }

  /// Distributes by a column, or copies the table to each machine if `column` is nil.
  private static func distribute(_ table: String, by column: String?, _ link: PostgreSQLLink) throws {
    try link.script(
      column.map { "SELECT create_distributed_table('\(table)', '\($0)')" }
        ?? "SELECT create_reference_table('\(table)')")
    // Otherwise the original rows would remain here unseen, even after their user is deleted.
    try link.script("SELECT truncate_local_data_after_distributing_table('\(table)')")
  }

  /// Hosts may connect to any machine, so every machine must have the list of migrations.
  static func distributeSteps(_ link: PostgreSQLLink) throws {
    guard try isInstalled(link) else { return }
    // A migration may use a table that an earlier one created, so one connection per machine must change all shards.
    try link.script("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")
    let known = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('schema_steps'))"
    if try link.script(known) == "f" { try distribute("schema_steps", by: nil, link) }
  }

  /// A worker commits with its own settings, and several workers use two-phase commit.
  static func assertDurable(_ link: PostgreSQLLink) throws {
    guard try isInstalled(link) else { return }
    let wrong = try link.script(
      """
      SELECT COALESCE(string_agg(nodename || ':' || nodeport || ' ' || result, '; '), '')
      FROM run_command_on_workers($$
        SELECT CASE WHEN current_setting('fsync') <> 'on' THEN 'has fsync off; set it to on'
          WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
            THEN 'does not wait for its disk to commit; set synchronous_commit to on'
          WHEN current_setting('max_prepared_transactions') = '0' THEN 'has max_prepared_transactions 0; set it above 0'
          ELSE '' END
      $$) WHERE NOT success OR result <> ''
      """)
    guard wrong.isEmpty else { throw DatabaseError(.disk, "a worker of the database is misconfigured: \(wrong)") }
  }
}
