import Foundation

extension PostgresServer {
  /// Whether this machine's PostgreSQL has the extension Citus, which Debian does not package.
  public static let hasCitus: Bool = {
    let found = FileManager.default.enumerator(atPath: "/usr/share/postgresql")?.contains { path in
      (path as? String)?.hasSuffix("/extension/citus.control") == true
    }
    return found == true
  }()

  /// One server with Citus for all tests of this process, or nil if Citus is not installed. It holds all shards of each
  /// table. A few shards suffice to test how they are reached.
  public static let citus: PostgresServer? = {
    guard hasCitus else {
      print("SKIPPED tests over Citus: the extension citus of PostgreSQL is not installed")
      return nil
    }
    do {
      let server = try PostgresServer(citusArguments)
      try server.run("CREATE EXTENSION citus")
      try server.run("SELECT citus_set_coordinator_host('\(server.folder)', 5432)")
      try server.run("SELECT citus_set_node_property('\(server.folder)', 5432, 'shouldhaveshards', true)")
      try server.run("ALTER SYSTEM SET citus.local_hostname = '\(server.folder)'")
      try server.run("SELECT pg_reload_conf()")
      return server
    } catch {
      fatalError("Citus is installed, but its server did not start: \(error)")
    }
  }()

  private static let citusArguments = [
    "-c", "shared_preload_libraries=citus", "-c", "max_prepared_transactions=200", "-c", "citus.shard_count=2",
    "-c", "citus.node_conninfo=sslmode=disable", "-c", "citus.recover_2pc_interval=1s",
  ]
}
