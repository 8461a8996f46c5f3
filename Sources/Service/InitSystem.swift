import CLinux
import Glibc

/// The notification protocol of systemd, and the protocol between `up` and its processes.
public enum InitSystem {
  /// The keep-alive notification.
  public static let watchdogState = "WATCHDOG=1"
  /// The time that a notification waits for a slow service manager.
  private static let patienceMilliseconds: Int32 = 200

  /// Sends a state such as `READY=1` to the service manager, if there is one.
  public static func notify(_ state: String) {
    guard let path = Settings.environment("NOTIFY_SOCKET"), !path.isEmpty else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { space in
      space.copyBytes(from: name)
      // An abstract address begins with a zero byte, written as an at sign.
      if name.first == 0x40 { space[0] = 0 }
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) == 0 }
    }
    guard isConnected else { return }
    // A service manager that does not read must not block this process. Repeated notifications do not wait at all.
    let bytes = Array(state.utf8)
    let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    guard sent < 0, errno == EAGAIN, state != watchdogState else { return }
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&room, 1, patienceMilliseconds) > 0 {
      _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  /// The interval in which the service manager expects `WATCHDOG=1` from this process, or nil without a watchdog.
  public static let watchdogMilliseconds: Int? = {
    if let pid = Settings.environment("WATCHDOG_PID"), Int32(pid) != getpid() { return nil }
    guard let microseconds = Settings.environment("WATCHDOG_USEC").flatMap({ Int($0) }), microseconds >= 2_000 else {
      return nil
    }
    return microseconds / 1_000
  }()

  /// Whether `up` has started this process.
  public static var hasParent: Bool {
    Settings.environment("WAYMARK_PARENT") != nil
  }

  /// The descriptor on which a process reports to `up` that it takes no more work.
  public static let leavingVariable = "WAYMARK_LEAVING_FD"

  /// Lets `up` start the next process while this one completes its calls.
  static func askParentForReplacement() {
    guard let descriptor = Settings.environment(leavingVariable).flatMap({ Int32($0) }), descriptor > 2 else { return }
    unsetenv(leavingVariable)
    _ = write(descriptor, "L", 1)
    close(descriptor)
  }

  /// Makes this process end with its parent, if `up` requested that. Returns false if the parent has ended already.
  public static func endWithParent() -> Bool {
    guard let parent = Settings.environment("WAYMARK_PARENT").flatMap({ Int32($0) }) else { return true }
    _ = end_with_parent(SIGKILL)
    guard getppid() == parent else { return false }
    // A parent cannot know its child's process id before the spawn, as `LISTEN_PID` requires.
    setenv("LISTEN_PID", String(getpid()), 1)
    return true
  }
}
