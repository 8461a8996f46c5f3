import CLinux
import Glibc
import Proto

/// Reports changes in folders (inotify). A folder that cannot be watched is seen by the next scan.
final class InboxNotices: Sendable {
  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE) | UInt32(IN_ONLYDIR) | UInt32(IN_DONT_FOLLOW)

  let descriptor: Int32

  init?() {
    descriptor = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Watching a folder again changes nothing.
  func watch(_ path: String) { inotify_add_watch(descriptor, path, Self.events) }

  /// Reads what has been reported. The scan finds out what it was.
  func clear() {
    var buffer = [UInt8](repeating: 0, count: Limits.smallBytes)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }
}
