import CLinux
import Glibc
import Service
import Storage

/// A directory that is filled under a hidden name and renamed when it is complete. A lock keeps other processes away;
/// the remains of an interrupted attempt are reused.
final class PartDirectory {
  static let suffix = ".part"
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    if mkdir(path, 0o700) != 0 && errno != EEXIST {
      throw OperationFailure("cannot create \(path): \(Errno.text)")
    }
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw OperationFailure("cannot open \(path): \(Errno.text)") }
    // Some file systems do not support locks: other errors are ignored.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw Self.inUse(path) }
    // Another process may have renamed it between `open` and `flock`.
    guard isSameDirectory else { throw Self.inUse(path) }
    for name in Files.names(in: path) ?? [] { unlink("\(path)/\(name)") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Removes what interrupted backups with other names have left in a directory. A directory that a process is filling
  /// is locked and remains, like one with files that no backup writes.
  static func removeAbandoned(in directory: String) {
    for name in Files.names(in: directory) ?? [] where name.hasPrefix(".") && name.hasSuffix(suffix) {
      let path = "\(directory)/\(name)"
      guard isAbandoned(Files.names(in: path) ?? []) else { continue }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      let names = Files.names(in: path) ?? []
      guard isAbandoned(names) else { continue }
      for name in names { unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }

  /// Whether a directory with these files is an incomplete backup. A new one, which is empty, may not be locked yet.
  private static func isAbandoned(_ names: [String]) -> Bool {
    let journal = BackupManifest.journal
    let others = [BackupManifest.name, BackupDirectory.findingsFile]
    return names.contains(journal)
      && names.allSatisfy { name in
        others.contains(name) || BackupManifest.isAllowed(name) || name.hasPrefix(journal + "-")
      }
  }

  private static func inUse(_ path: String) -> OperationFailure {
    OperationFailure("another process is making a backup in \(path); wait until it has finished")
  }

  private var isSameDirectory: Bool {
    var (here, there) = (stat(), stat())
    return fstat(descriptor, &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
      && here.st_dev == there.st_dev
  }

  /// Renames the directory to `target`, which must not exist or be an empty directory.
  func finish(as target: String) throws {
    guard fsync(descriptor) == 0 else { throw OperationFailure("cannot write \(path): \(Errno.text)") }
    guard rename(path, target) == 0 else {
      let hint = errno == EBUSY ? "; it is a mount point, give a directory below it" : ""
      throw OperationFailure("cannot create \(target): \(Errno.text)\(hint)")
    }
    try DiskSpace.syncDirectory(of: target)
  }

  func discard() {
    for name in Files.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
