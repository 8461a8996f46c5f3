/// Where a database is, as settings write it. The drivers are named here and nowhere else.
public struct DatabaseAddress: Sendable, CustomStringConvertible {
  /// The file that the database is; nil where a server keeps it.
  public let file: String?
  let driver: any Driver

  public init(file path: String) {
    self.init(file: path, driver: SQLiteDriver(path: path))
  }

  /// Each driver makes its own address of this.
  private init(file: String?, driver: any Driver) {
    self.file = file
    self.driver = driver
  }

  /// `sqlite:PATH`, `sqlite://PATH` or a path; nil where this build has no driver for it.
  public init?(parsing text: String) {
    var path = text
    if path.hasPrefix("sqlite:") { path = String(path.dropFirst(7)) }
    if path.hasPrefix("//") { path = String(path.dropFirst(2)) }
    guard !path.isEmpty, !path.contains("://") else { return nil }
    self.init(file: path)
  }

  public var description: String { file ?? "the database" }

  /// Whether there is a database, be it damaged or empty.
  public var isThere: Bool { driver.isThere }

  /// What a copy of the database consists of, for a message to the operator.
  public var everyPart: String {
    file.map { "\($0) with \($0)-wal" } ?? "the database"
  }

  /// Whether `sql` yields a row of the database, which may be another process's: false where there is no database or no
  /// such table, nil where it cannot be read. Nothing is made or changed.
  public func yieldsRow(_ sql: SQL) -> Bool? {
    guard isThere else { return false }
    do {
      let connection = try driver.openFound()
      var found = false
      try connection.each(sql, []) { _ in
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
