import Glibc

/// A SQLite file, as the threads that work on it open it.
struct SQLiteDriver: Driver {
  let path: String
  /// Whether it can be made again from something else.
  var isDisposable = false
  /// The engine takes one writer at a time.
  let writers = 1
  let readers = 2
  let isRemote = false

  var isThere: Bool { access(path, F_OK) == 0 }

  func prepare(_ migrations: [Migration]) throws {
    try makePrivate()
    try migrate(try open(), to: migrations)
  }

  func inspecting(_ migrations: [Migration]) -> any Driver {
    SQLiteInspectionDriver(file: self, migrations: migrations)
  }

  func copy(to path: String) throws {
    try SQLiteCopy.write(try found(), to: path)
  }

  func openWriter() throws -> any Connection {
    try open()
  }

  /// Each commit of it is on the disk when it returns, and that is asserted, not hoped for.
  private func open() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.writerCacheKibibytes)
    let mode = try connection.answer("PRAGMA journal_mode = WAL")
    guard mode == "wal" else { throw DatabaseError(.disk, "\(path): no write-ahead log on this file system: \(mode)") }
    try connection.script("PRAGMA synchronous = FULL")
    let level = try connection.answer("PRAGMA synchronous")
    guard level == "2" else { throw DatabaseError(.disk, "\(path): synchronous is \(level), and must be 2 (FULL)") }
    try connection.script("PRAGMA secure_delete = ON")
    try connection.script("PRAGMA wal_autocheckpoint = \(StorageLimits.pagesBeforeCheckpoint)")
    return connection
  }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    try makePrivate()
    let connection = try open()
    try MoveFailure.refuse(foreign: try connection.tableNames(), at: connection.place)
    try migrate(connection, to: migrations)
    return connection
  }

  func openReader() throws -> any Connection {
    let connection = try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes)
    try connection.script("PRAGMA query_only = ON")
    return connection
  }

  func openFound() throws -> any Connection {
    try found()
  }

  func found() throws -> SQLiteConnection {
    try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes, mayWrite: false)
  }

  /// The engine overwrites what it deletes, but a page that was split keeps what moved to another: only a copy of the
  /// rows that are there has nothing else in it.
  func scrub() throws {
    OldSchemaCopies(of: path).removeAll()
    let connection = try open()
    // The copy is made beside the file: another folder may be small, or not to be written to.
    if try connection.answer("PRAGMA temp_store_directory") == "" {
      let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
      let quoted = folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      try connection.script("PRAGMA temp_store_directory = '\(quoted)'")
    }
    try connection.script("VACUUM")
    let busy = try connection.answer("PRAGMA wal_checkpoint(TRUNCATE)")
    guard busy == "0" else { throw DatabaseError(.busy, "\(path): the write-ahead log is being read") }
  }

  /// A database of one connection, in memory or, where it is large, in a temporary file without a name.
  static func openScratch(migrations: [Migration]) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: "", cacheKibibytes: StorageLimits.scratchCacheKibibytes)
    try connection.script("PRAGMA journal_mode = MEMORY")
    try connection.script("PRAGMA synchronous = OFF")
    try connection.script("BEGIN")
    try takeSteps(connection, of: migrations)
    try connection.script("COMMIT")
    return connection
  }

  /// The log and the index beside the file take its permissions, so it is made before SQLite would with wider ones.
  private func makePrivate() throws {
    let made = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard made >= 0 else {
      throw DatabaseError(system: errno, "cannot open \(path)")
    }
    Glibc.close(made)
  }
}
