import CLinux
import Connectors
import Glibc
import Service

/// The folder of an inbox on the disk. It opens every folder and file without following symbolic links, because others
/// write into them.
final class InboxDisk: InboxStorage {
  private static let lockName = ".waymark.lock"
  private static let folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  private let root: String
  private let notices: InboxNotices?

  init(_ root: String, notices: InboxNotices? = nil) {
    self.root = root
    self.notices = notices
  }

  /// Throws if the folder cannot be used.
  static func check(_ root: String) throws(SettingsError) {
    guard access(root, R_OK | W_OK | X_OK) == 0, let folder = FolderHandle(root) else {
      throw SettingsError("WAYMARK_INBOX: \(root) is not a folder that this process may read and write")
    }
    _ = folder
  }

  /// The lock lasts as long as the process, which keeps the descriptor.
  func claim() -> Bool {
    let descriptor = Glibc.open(root + "/" + Self.lockName, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    close(descriptor)
    return false
  }

  func scan() -> [InboxFile: InboxStamp] {
    var found: [InboxFile: InboxStamp] = [:]
    guard let top = FolderHandle(root) else { return found }
    notices?.watch(root)
    for user in top.names(most: Limits.inboxNames) where InboxRules.isUser(user) {
      guard found.count < Limits.inboxFiles, let own = top.folder(user) else { continue }
      found.merge(scan(own, of: user)) { first, _ in first }
    }
    return found
  }

  private func scan(_ own: FolderHandle, of user: String) -> [InboxFile: InboxStamp] {
    var found: [InboxFile: InboxStamp] = [:]
    notices?.watch("\(root)/\(user)")
    for name in own.names(most: Limits.inboxNames) where !InboxRules.isIgnored(name) {
      if let stamp = own.stamp(name) {
        found[InboxFile(user: user, name: name)] = stamp
      } else if InboxRules.isFormat(name), let folder = own.folder(name) {
        notices?.watch("\(root)/\(user)/\(name)")
        for file in folder.names(most: Limits.inboxNames) where !InboxRules.isIgnored(file) {
          guard found.count < Limits.inboxFilesOfUser else { return found }
          if let stamp = folder.stamp(file) { found[InboxFile(user: user, folder: name, name: file)] = stamp }
        }
      }
      guard found.count < Limits.inboxFilesOfUser else { return found }
    }
    return found
  }

  func open(_ file: InboxFile, _ stamp: InboxStamp) -> Int32? {
    guard let folder = folder(of: file) else { return nil }
    let descriptor = openat(folder.descriptor, file.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, FolderHandle.stamp(status) == stamp else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  func move(_ file: InboxFile, _ stamp: InboxStamp, failure: String?) -> String? {
    guard let folder = folder(of: file), folder.stamp(file.name) == stamp else { return nil }
    let target = failure == nil ? InboxRules.done : InboxRules.failed
    guard mkdirat(folder.descriptor, target, 0o755) == 0 || errno == EEXIST, let place = folder.folder(target) else {
      return "the folder '\(target)' cannot be made: \(Errno.text)"
    }
    for name in InboxRules.names(for: file.name) where !place.contains(name) && !place.contains(name + ".txt") {
      if let failure, !place.write(failure + "\n", as: name + ".txt") {
        return "cannot write '\(target)/\(name).txt': \(Errno.text)"
      }
      let isMoved = renameat(folder.descriptor, file.name, place.descriptor, name) == 0
      return isMoved ? nil : "cannot move it to '\(target)/\(name)': \(Errno.text)"
    }
    return "the folder '\(target)' has too many files of this name"
  }

  private func folder(of file: InboxFile) -> FolderHandle? {
    let own = FolderHandle(root)?.folder(file.user)
    return file.folder.map { own?.folder($0) } ?? own
  }

  /// An open folder.
  private final class FolderHandle {
    let descriptor: Int32

    init?(_ path: String) {
      descriptor = Glibc.open(path, InboxDisk.folderFlags & ~O_NOFOLLOW)
      if descriptor < 0 { return nil }
    }

    private init?(opened descriptor: Int32) {
      self.descriptor = descriptor
      if descriptor < 0 { return nil }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    func folder(_ name: String) -> FolderHandle? {
      FolderHandle(opened: openat(descriptor, name, InboxDisk.folderFlags))
    }

    /// The names in the folder that are text, in the order of the disk.
    func names(most: Int) -> [String] {
      // A copy, because closing the stream closes its descriptor.
      let copy = openat(descriptor, ".", InboxDisk.folderFlags)
      guard copy >= 0, let stream = fdopendir(copy) else {
        if copy >= 0 { close(copy) }
        return []
      }
      defer { closedir(stream) }
      var names: [String] = []
      while names.count < most, let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        if let name, name != ".", name != ".." { names.append(name) }
      }
      return names
    }

    /// Returns nil if it is not a regular file.
    func stamp(_ name: String) -> InboxStamp? {
      var status = Glibc.stat()
      guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
      return Self.stamp(status)
    }

    static func stamp(_ status: stat) -> InboxStamp? {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      let nanoseconds = Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
      return InboxStamp(inode: UInt64(status.st_ino), size: Int64(status.st_size), nanoseconds: nanoseconds)
    }

    func contains(_ name: String) -> Bool {
      var status = Glibc.stat()
      return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    }

    func write(_ text: String, as name: String) -> Bool {
      let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard file >= 0 else { return false }
      defer { close(file) }
      let bytes = Array(text.utf8)
      return bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == bytes.count
    }
  }
}
