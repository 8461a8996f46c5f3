import Glibc

/// The driver of a SQLite file.
struct SQLiteDriver: Driver {
  let path: String
  /// Whether the database can be rebuilt from other data.
  var isDisposable = false
  /// SQLite allows one writer at a time.
  let writers = 1
  let readers = 2
  let isRemote = false

  var exists: Bool { access(path, F_OK) == 0 }

  func prepare(_ migrations: [Migration]) throws {
    try makePrivate()
    let connection = try open()
    let isUpgrade = try migrate(connection, to: migrations)
    // If this fails, the first removal of remains repeats it.
    if isUpgrade, try !hasCleanPages(connection) { try? cleanPages(connection) }
  }

  func inspecting(_ migrations: [Migration]) -> any Driver {
    SQLiteInspectionDriver(file: self, migrations: migrations)
  }

  func copy(to path: String) throws {
    try SQLiteCopy.write(try openReadOnly(), to: path)
  }

  func openWriter() throws -> any Connection {
    try open()
  }

  /// Opens the file and asserts that each commit is on disk when it returns.
  private func open(busyTries: Int = StorageLimits.busyTries) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: path, cacheKibibytes: StorageLimits.writerCacheKibibytes, busyTries: busyTries)
    let mode = try connection.firstValue("PRAGMA journal_mode = WAL")
    guard mode == "wal" else {
      throw DatabaseError(
        .disk,
        "\(path): this file system does not support a write-ahead log (journal_mode is \(mode)); use a local disk")
    }
    try connection.script("PRAGMA synchronous = FULL")
    let level = try connection.firstValue("PRAGMA synchronous")
    guard level == "2" else { throw DatabaseError(.disk, "\(path): synchronous is \(level) but must be 2 (FULL)") }
    try connection.script("PRAGMA secure_delete = ON")
    try connection.script("PRAGMA wal_autocheckpoint = \(StorageLimits.pagesBeforeCheckpoint)")
    return connection
  }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    try makePrivate()
    let connection = try open()
    try MoveFailure.checkNoForeignTables(try connection.tableNames(), at: connection.place)
    try migrate(connection, to: migrations)
    return connection
  }

  func openReader() throws -> any Connection {
    let connection = try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes)
    try connection.script("PRAGMA query_only = ON")
    return connection
  }

  func openExisting() throws -> any Connection {
    try openReadOnly()
  }

  func openReadOnly() throws -> SQLiteConnection {
    try SQLiteConnection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes, mayWrite: false)
  }

  /// SQLite overwrites deleted data, and `CPages` what remains in pages that were divided. So only the write-ahead log
  /// has remains, until it is copied into the file and emptied.
  func scrub() throws {
    OldSchemaCopies(of: path).removeAll()
    let connection = try open(busyTries: StorageLimits.scrubTries)
    if try !hasCleanPages(connection) { try cleanPages(try open()) }
    // Most pages are copied while commands continue. The second step waits for the last reader, and commands wait too.
    _ = try connection.firstValue("PRAGMA wal_checkpoint(PASSIVE)")
    let busy = try connection.firstValue("PRAGMA wal_checkpoint(TRUNCATE)")
    guard busy == "0" else { throw DatabaseError(.busy, "\(path): the write-ahead log is in use") }
  }

  /// Marks a file whose pages were all written by `CPages`.
  private static let cleanMark = 0x574D_6B31

  func markClean(_ connection: SQLiteConnection) throws {
    try connection.script("PRAGMA application_id = \(Self.cleanMark)")
  }

  private func hasCleanPages(_ connection: SQLiteConnection) throws -> Bool {
    try connection.firstValue("PRAGMA application_id") == "\(Self.cleanMark)"
  }

  /// Writes all pages of a file of an earlier version again. Writers wait.
  private func cleanPages(_ connection: SQLiteConnection) throws {
    // The copy is made next to the file, because another directory may be small or read-only.
    if try connection.firstValue("PRAGMA temp_store_directory") == "" {
      let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
      let quoted = folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      try connection.script("PRAGMA temp_store_directory = '\(quoted)'")
    }
    try connection.script("VACUUM")
    try markClean(connection)
  }

  /// Opens a database for one connection, in memory or, if it is large, in an unnamed temporary file.
  static func openScratch(migrations: [Migration]) throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: "", cacheKibibytes: StorageLimits.scratchCacheKibibytes)
    try connection.script("PRAGMA journal_mode = MEMORY")
    try connection.script("PRAGMA synchronous = OFF")
    try connection.script("BEGIN")
    try takeSteps(connection, of: migrations)
    try connection.script("COMMIT")
    return connection
  }

  /// Creates the file with private permissions, which SQLite's files next to it inherit.
  private func makePrivate() throws {
    let made = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard made >= 0 else {
      throw DatabaseError(system: errno, "cannot open \(path)")
    }
    Glibc.close(made)
  }
}
