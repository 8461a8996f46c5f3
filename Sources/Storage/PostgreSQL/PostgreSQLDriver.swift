/// The driver of a database on a PostgreSQL server.
struct PostgreSQLDriver: Driver {
  let uri: String
  let writers = StorageLimits.remoteWriters
  let readers = StorageLimits.remoteReaders
  let isRemote = true

  /// An unreachable server is assumed to have a database.
  var exists: Bool {
    do {
      return try open().script("SELECT to_regclass('schema_steps') IS NOT NULL") == "t"
    } catch {
      return true
    }
  }

  func prepare(_ migrations: [Migration]) throws {
    let link = try openToWrite()
    try Self.assertDurable(link)
    try CitusTables.assertDurable(link)
    try PostgreSQLSchema.migrate(link, to: migrations, open: openToWrite)
  }

  func openWriter() throws -> any Connection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestWriteSeconds)
    try Self.assertDurable(link)
    return try Self.share(link)
  }

  func openReader() throws -> any Connection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestReadSeconds)
    return try Self.share(link)
  }

  func openMessages() throws -> (any MessageLink)? {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestWriteSeconds)
    return try PostgreSQLMessages(link)
  }

  func openExisting() throws -> any Connection {
    let link = try open()
    try Self.limit(link, statements: StorageLimits.longestReadSeconds)
    try link.script("SET default_transaction_read_only = on")
    return try PostgreSQLConnection(link)
  }

  /// Reads also a database that was moved.
  func inspecting(_ migrations: [Migration]) -> any Driver { PostgreSQLInspectionDriver(database: self) }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestMoveSeconds, idle: 0)
    link.longestReplyNanoseconds = (StorageLimits.longestMoveSeconds + StorageLimits.connectSeconds) * 1_000_000_000
    try Self.assertDurable(link)
    let database = try link.script("SELECT current_database() || ', schema ' || current_schema()")
    let place = "the PostgreSQL database \(database), at \(link.host)"
    try HostLock.acquireExclusive(link, at: place)
    try MoveFailure.checkNoForeignTables(try PostgreSQLConnection(try openToWrite()).tableNames(), at: place)
    try PostgreSQLSchema.migrate(link, to: migrations, open: openToWrite)
    return PostgreSQLMove(try PostgreSQLConnection(link), place: place)
  }

  /// Opens a connection that shares the database with other hosts. It may be a reconnection after a move, so the mark
  /// is read each time.
  private static func share(_ link: PostgreSQLLink) throws -> PostgreSQLConnection {
    try HostLock.acquireShared(link)
    let connection = try PostgreSQLConnection(link)
    if let rejection = try MoveMark.read(connection)?.rejection { throw rejection }
    return connection
  }

  /// The server vacuums by itself, and its operator decides how long to keep the log.
  func scrub() {}

  /// Selects the primary if the address names several servers, because a replica may lack acknowledged writes.
  private func openToWrite() throws -> PostgreSQLLink {
    try open([("target_session_attrs", "read-write")])
  }

  /// Parameters in the address override these defaults.
  private func open(_ further: [(name: String, value: String)] = []) throws -> PostgreSQLLink {
    var parameters = further
    parameters += [
      ("application_name", "waymark"), ("connect_timeout", "\(StorageLimits.connectSeconds)"),
      ("keepalives_idle", "10"), ("keepalives_interval", "3"), ("keepalives_count", "3"),
      ("tcp_user_timeout", "10000"), ("dbname", uri), ("client_encoding", "UTF8"),
    ]
    return try PostgreSQLLink(parameters)
  }

  private static func limit(
    _ link: PostgreSQLLink, statements seconds: Int, idle: Int = StorageLimits.longestReadSeconds
  ) throws {
    try link.script(
      """
      SET statement_timeout = '\(seconds)s';
      SET lock_timeout = '\(StorageLimits.longestLockMilliseconds)ms';
      SET idle_in_transaction_session_timeout = '\(idle)s';
      SET client_min_messages = warning
      """)
  }

  /// Asserts that an acknowledged commit is on disk at the server and at its synchronous replicas.
  private static func assertDurable(_ link: PostgreSQLLink) throws {
    if try link.script("SHOW synchronous_commit") != "remote_apply" { try link.script("SET synchronous_commit = on") }
    let level = try link.script("SHOW synchronous_commit")
    guard level == "on" || level == "remote_apply" else {
      throw DatabaseError(.disk, "synchronous_commit is \(level); set it to on")
    }
    guard try link.script("SHOW fsync") == "on" else {
      throw DatabaseError(.disk, "the server has fsync off and could lose acknowledged writes; set fsync to on")
    }
    let encoding = try link.script("SHOW server_encoding")
    guard encoding == "UTF8" else {
      throw DatabaseError(.misuse, "the database encoding is \(encoding); create the database with encoding UTF8")
    }
  }
}
