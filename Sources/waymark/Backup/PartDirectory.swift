import CLinux
import Glibc
import Service
import Storage

/// A directory that is filled under a hidden name and appears whole under its own, or not at all. Its lock shows to
/// others that it is being filled; what was left of one that was cut short is used again.
final class PartDirectory {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    if mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw CommandFailure("cannot make \(path): \(Errno.text)")
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw CommandFailure("cannot open \(path): \(Errno.text)") }
    // A file system without such locks has to do without.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw Self.isTaken(path) }
    // Another process may have finished it between these two steps.
    guard isStillThere else { throw Self.isTaken(path) }
    for name in Files.names(in: path) ?? [] { unlink("\(path)/\(name)") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func isTaken(_ path: String) -> CommandFailure {
    CommandFailure("another process is making a backup in \(path)")
  }

  private var isStillThere: Bool {
    var (here, there) = (stat(), stat())
    return fstat(descriptor, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
      && here.st_dev == there.st_dev
  }

  /// Gives it its own name, which nothing or an empty directory may have had.
  func finish(as target: String) throws {
    guard fsync(descriptor) == 0 else { throw CommandFailure("cannot write \(path): \(Errno.text)") }
    guard rename(path, target) == 0 else {
      let hint = errno == EBUSY ? "; give a directory below it" : ""
      throw CommandFailure("cannot give \(target) its name: \(Errno.text)\(hint)")
    }
    try DiskSpace.syncDirectory(of: target)
  }

  func discard() {
    for name in Files.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
