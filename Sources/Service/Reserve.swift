import Glibc

/// A file that reserves disk space. A database needs some space to be opened, so that without it a process could not
/// start on a full disk.
public enum Reserve {
  public static let name = "reserve"
  static let bytes = 512 << 10
  /// The free space that must remain when the file is created.
  static let plentyBytes = 4 * bytes

  private static func path(_ directory: String) -> String {
    "\(directory)/\(name)"
  }

  /// Deletes the file. Returns false if there is none.
  static func release(_ directory: String) -> Bool {
    unlink(path(directory)) == 0
  }

  /// Creates the file again when there is enough space. Call it at intervals.
  static func keep(_ directory: String) {
    guard access(path(directory), F_OK) != 0, freeBytes(directory) >= bytes + plentyBytes else { return }
    let descriptor = open(path(directory), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if posix_fallocate(descriptor, 0, off_t(bytes)) != 0 { unlink(path(directory)) }
  }

  /// Whether the free space is too small for a database.
  public static func isDiskFull(_ directory: String) -> Bool {
    freeBytes(directory) < bytes
  }

  /// Returns the free space for ordinary users, or 0 if no more files can be created.
  public static func freeBytes(_ directory: String) -> Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return 0 }
    return status.f_files > 0 && status.f_favail == 0 ? 0 : Int(status.f_bavail) * Int(status.f_frsize)
  }
}
