import Glibc

/// A disposable database: the file and SQLite's files next to it.
public enum DatabaseFile {
  public static func remove(path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
