import Glibc

/// Where a database is, as settings write it. The drivers are named here and nowhere else. An address of a server may
/// hold a password, so that only the driver sees it.
public struct DatabaseAddress: Sendable, CustomStringConvertible {
  /// The file that the database is; nil where a server keeps it.
  public let file: String?
  let driver: any Driver

  /// One that `isDisposable` is not kept when its schema changes: it can be made again from something else.
  public init(file path: String, isDisposable: Bool = false) {
    self.init(file: path, driver: SQLiteDriver(path: path, isDisposable: isDisposable))
  }

  /// As libpq reads it: `postgres://…` or `postgresql://…`.
  public init(server uri: String) {
    self.init(file: nil, driver: PostgreSQLDriver(uri: uri))
  }

  /// Each driver makes its own address of this.
  private init(file: String?, driver: any Driver) {
    self.file = file
    self.driver = driver
  }

  /// `sqlite:PATH` or `sqlite://PATH`, `postgres://…` or `postgresql://…`, or a path that is plainly one, from `/` or
  /// `.` on; nil where this build has no driver for it. A slip in a server's address must not become a file's name.
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

  /// Whether other processes, on other hosts too, may write beside this one.
  public var isShared: Bool { driver.isRemote }

  /// Whether there is a database, be it damaged or empty.
  public var isThere: Bool { driver.isThere }

  /// What a copy of the database consists of, for a message to the operator.
  public var everyPart: String {
    file.map { "\($0) with \($0)-wal" } ?? "the database"
  }

  /// Writes one state of the database to a file that is not there yet, beside whatever works on it; the file is on the
  /// disk when this returns. It blocks for as long as that takes.
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

  /// Whether a step of a schema was ever taken there; nil where it cannot be read.
  public var hasSchema: Bool? { yieldsRow("SELECT 1 FROM schema_steps LIMIT 1") }

  /// Whether `sql` yields a row of the database, which may be another process's: false where there is no database or no
  /// such table, nil where it cannot be read. Nothing is made or changed.
  public func yieldsRow(_ sql: SQL) -> Bool? {
    guard isThere else { return false }
    do {
      let connection = try driver.openFound()
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
