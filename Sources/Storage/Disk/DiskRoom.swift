import Glibc

/// Room on disks, and what is to be on them.
public enum DiskRoom {
  /// What there is for ordinary users where `path` is or would be.
  public static func freeBytes(beside path: String) -> Int? {
    var status = statvfs()
    guard statvfs(directory(of: path), &status) == 0 else { return nil }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  /// A file of SQLite with what has not been copied back into it.
  public static func bytes(ofDatabase path: String) -> Int {
    [path, path + "-wal"].map { file in
      var status = stat()
      return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }.reduce(0, +)
  }

  /// Throws a line for the operator where `what` would not fit.
  public static func check(for bytes: Int, beside path: String, _ what: String) throws {
    guard let free = freeBytes(beside: path), free < bytes + StorageLimits.copySpareBytes else { return }
    let needed = (bytes + StorageLimits.copySpareBytes) >> 20
    throw DatabaseError(
      .full, "\(what) needs \(needed) MiB of room in \(directory(of: path)), and there are \(free >> 20)")
  }

  /// That a name in a directory survives a power cut.
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
