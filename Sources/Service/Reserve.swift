import Glibc

/// A file without meaning that keeps some room on the disk. A database needs a little to be opened even for reading, so
/// that on a full disk a start would fail where a running process still answers.
public enum Reserve {
  static let bytes = 512 << 10
  /// It is made while there is plenty of room besides.
  static let plentyBytes = 4 * bytes

  private static func path(_ directory: String) -> String {
    directory + "/reserve"
  }

  /// Gives the room free; false where there is none to give.
  static func release(_ directory: String) -> Bool {
    unlink(path(directory)) == 0
  }

  /// To be called at intervals.
  static func keep(_ directory: String) {
    guard access(path(directory), F_OK) != 0, freeBytes(directory) >= bytes + plentyBytes else { return }
    let descriptor = open(path(directory), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if posix_fallocate(descriptor, 0, off_t(bytes)) != 0 { unlink(path(directory)) }
  }

  /// Whether there is hardly any room left on the disk, as databases count.
  public static func isDiskFull(_ directory: String) -> Bool {
    freeBytes(directory) < bytes
  }

  /// For ordinary users; none where there can be no more files.
  public static func freeBytes(_ directory: String) -> Int {
    var status = statvfs()
    guard statvfs(directory, &status) == 0 else { return 0 }
    return status.f_files > 0 && status.f_favail == 0 ? 0 : Int(status.f_bavail) * Int(status.f_frsize)
  }
}
