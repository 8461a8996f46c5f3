import Glibc

/// The location of a database, as written in the settings. This is the only place that names the drivers. Only the
/// driver sees a server's address, because it may contain a password.
public struct DatabaseAddress: Sendable, CustomStringConvertible {
  /// The path of the database file, or nil for a server.
  public let file: String?
  let driver: any Driver

  /// `isDisposable` means that the database can be rebuilt, so no copy is kept before its schema changes.
  public init(file path: String, isDisposable: Bool = false) {
    self.init(file: path, driver: SQLiteDriver(path: path, isDisposable: isDisposable))
  }

  /// Accepts what libpq accepts: `postgres://…` or `postgresql://…`.
  public init(server uri: String) {
    self.init(file: nil, driver: PostgreSQLDriver(uri: uri))
  }

  private init(file: String?, driver: any Driver) {
    self.file = file
    self.driver = driver
  }

  /// Parses `sqlite:PATH`, `sqlite://PATH`, `postgres://…`, `postgresql://…`, or a path that starts with `/` or `.`.
  /// Returns nil for anything else, so that a typing error in a server's address does not become a file name.
  public init?(parsing text: String) {
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self.init(server: text)
      return
    }
    var path = text
    if path.hasPrefix("sqlite:") {
      path = String(path.dropFirst(7))
      if path.hasPrefix("//") { path = String(path.dropFirst(2)) }
    } else if path.hasPrefix("//") || !["/", "./", "../"].contains(where: path.hasPrefix) {
      return nil
    }
    guard !path.isEmpty, !path.contains("://") else { return nil }
    self.init(file: path)
  }

  public var description: String { file ?? "the PostgreSQL database" }

  /// Whether other processes, including those on other hosts, may write to the database.
  public var isShared: Bool { driver.isRemote }

  /// Whether a database exists, even if it is damaged or empty.
  public var exists: Bool { driver.exists }

  /// The files to copy for a backup by hand, for a message to the operator.
  public var fileNames: String {
    file.map { "\($0) with \($0)-wal" } ?? "the database"
  }

  /// Writes one state of the database to a new file while it is in use. When this returns, the file is on disk. Blocks
  /// for the whole time.
  public func copy(to path: String) throws {
    let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard made >= 0 else { throw DatabaseError(system: errno, "cannot write \(path)") }
    defer { close(made) }
    do {
      try driver.copy(to: path)
      guard fsync(made) == 0 else { throw DatabaseError(system: errno, "cannot write \(path)") }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Whether any migration was ever applied, or nil if the database cannot be read.
  public var hasSchema: Bool? { yieldsRow("SELECT 1 FROM schema_steps LIMIT 1") }

  /// Whether `sql` yields a row. Returns false if the database or the table does not exist, and nil if it cannot be
  /// read. Another process may own the database: nothing is created or changed.
  public func yieldsRow(_ sql: SQL) -> Bool? {
    guard exists else { return false }
    do {
      let connection = try driver.openExisting()
      var found = false
      try connection.all(sql, []) { _ in
        found = true
        return false
      }
      return found
    } catch let error as DatabaseError where error.code == .misuse {
      return false
    } catch {
      return nil
    }
  }
}
