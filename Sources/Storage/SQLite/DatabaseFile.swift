import Glibc

/// A database of ours that may be lost: the file, and what SQLite keeps beside it.
public enum DatabaseFile {
  public static func remove(path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }
}
