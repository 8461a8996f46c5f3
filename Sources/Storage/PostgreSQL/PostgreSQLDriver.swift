/// A database that a PostgreSQL server keeps, as libpq names it.
struct PostgreSQLDriver: Driver {
  let uri: String
  let writers = StorageLimits.remoteWriters
  let readers = StorageLimits.remoteReaders
  let isRemote = true

  /// A server that does not answer is not an empty one.
  var isThere: Bool {
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
    try PostgreSQLSchema.migrate(link, to: migrations)
  }

  func openWriter() throws -> any Connection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestWriteSeconds)
    try Self.assertDurable(link)
    return try Self.beside(link)
  }

  func openReader() throws -> any Connection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestReadSeconds)
    return try Self.beside(link)
  }

  func openMessages() throws -> (any MessageLink)? {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestWriteSeconds)
    return try PostgreSQLMessages(link)
  }

  func openFound() throws -> any Connection {
    let link = try open()
    try Self.limit(link, statements: StorageLimits.longestReadSeconds)
    try link.script("SET default_transaction_read_only = on")
    return try PostgreSQLConnection(link)
  }

  /// Also what was moved away may be read.
  func inspecting(_ migrations: [Migration]) -> any Driver { PostgreSQLInspectionDriver(database: self) }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    let link = try openToWrite()
    try Self.limit(link, statements: StorageLimits.longestMoveSeconds, idle: 0)
    link.longestReplyNanoseconds = (StorageLimits.longestMoveSeconds + StorageLimits.connectSeconds) * 1_000_000_000
    try Self.assertDurable(link)
    let database = try link.script("SELECT current_database() || ', schema ' || current_schema()")
    let place = "the PostgreSQL database \(database), at \(link.host)"
    try HostLock.acquireAlone(link, at: place)
    try MoveFailure.refuse(foreign: try PostgreSQLConnection(try openToWrite()).tableNames(), at: place)
    try PostgreSQLSchema.migrate(link, to: migrations)
    return PostgreSQLMove(try PostgreSQLConnection(link), place: place)
  }

  /// One of a host's connections, beside those of other hosts. It may be opened again after the database was moved
  /// away, so that this is read each time.
  private static func beside(_ link: PostgreSQLLink) throws -> PostgreSQLConnection {
    try HostLock.share(link)
    let connection = try PostgreSQLConnection(link)
    if let refusal = try MoveMark.read(connection)?.refusal { throw refusal }
    return connection
  }

  /// The server vacuums by itself, and keeps its log for as long as its operator has it.
  func scrub() {}

  /// Of several servers the one that may be written: a replica can lag behind what was answered.
  private func openToWrite() throws -> PostgreSQLLink {
    try open([("target_session_attrs", "read-write")])
  }

  /// What the address itself says wins over our defaults.
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

  /// A commit is on the server's disk, and on that of its synchronous replicas, when it is answered.
  private static func assertDurable(_ link: PostgreSQLLink) throws {
    if try link.script("SHOW synchronous_commit") != "remote_apply" { try link.script("SET synchronous_commit = on") }
    let level = try link.script("SHOW synchronous_commit")
    guard level == "on" || level == "remote_apply" else {
      throw DatabaseError(.disk, "synchronous_commit is \(level), and must be on")
    }
    guard try link.script("SHOW fsync") == "on" else {
      throw DatabaseError(.disk, "the server runs with fsync off, and would lose what it has answered")
    }
    let encoding = try link.script("SHOW server_encoding")
    guard encoding == "UTF8" else {
      throw DatabaseError(.misuse, "the database is in \(encoding), and must be in UTF8")
    }
  }
}
