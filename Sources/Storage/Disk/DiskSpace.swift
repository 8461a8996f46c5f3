import Glibc

/// Free space and durable file names.
public enum DiskSpace {
  /// The bytes available to ordinary users on the file system of `path`, which need not exist.
  public static func freeBytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory(of: path), &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// The size of a SQLite file and its write-ahead log.
  public static func bytes(ofDatabase path: String) -> Int {
    [path, path + "-wal"].map { file in
      var status = stat()
      return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }.reduce(0, +)
  }

  /// Throws a message for the operator if `what` does not fit.
  public static func check(for bytes: Int, at path: String, _ what: String) throws {
    guard let free = freeBytes(at: path), free < bytes + StorageLimits.copySpareBytes else { return }
    let needed = (bytes + StorageLimits.copySpareBytes) >> 20
    throw DatabaseError(
      .full,
      "\(what) needs \(needed) MiB of free space in \(directory(of: path)), which has \(free >> 20) MiB; free some")
  }

  /// Makes a new or renamed file in this directory survive a power failure.
  public static func syncDirectory(of path: String) throws {
    let folder = directory(of: path)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(system: errno, "cannot open \(folder)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DatabaseError(system: errno, "cannot sync \(folder)") }
  }

  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
