import Glibc

/// A database file that belongs to another process: it is read, and neither made nor changed.
public enum DatabaseFile {
  /// Whether `sql` yields a row: false where there is no file or no such table, nil where the file cannot be read.
  public static func yieldsRow(path: String, _ sql: SQL) -> Bool? {
    guard access(path, F_OK) == 0 else { return false }
    do {
      let connection = try Connection(path: path, cacheKibibytes: StorageLimits.readerCacheKibibytes, mayWrite: false)
      var isThere = false
      try connection.each(sql, []) { _ in
        isThere = true
        return false
      }
      return isThere
    } catch let error as DatabaseError where error.code == .misuse {
      return false
    } catch {
      return nil
    }
  }
}
