import CLinux
import Glibc

/// What is reported to systemd, or to what speaks its protocol, and what the parent of a stack asks of its children.
public enum InitSystem {
  /// To be reported at intervals.
  public static let watchdogState = "WATCHDOG=1"
  /// For how long a report waits for room at the service manager.
  private static let patienceMilliseconds: Int32 = 200

  /// Reports one thing to the service manager, such as `READY=1`; nothing happens where there is none.
  public static func notify(_ state: String) {
    guard let path = Settings.environment("NOTIFY_SOCKET"), !path.isEmpty else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = Array(path.utf8)
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { space in
      space.copyBytes(from: name)
      // An abstract address begins with a zero, which is written as an at sign.
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
    // A service manager that reads nothing more must not stop what it manages. What comes again need not wait at all.
    let bytes = Array(state.utf8)
    let sent = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    guard sent < 0, errno == EAGAIN, state != watchdogState else { return }
    var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    if poll(&room, 1, patienceMilliseconds) > 0 {
      _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
  }

  /// How often the service manager wants to hear `WATCHDOG=1` from this process at the latest; nil where it does not
  /// ask.
  public static let watchdogMilliseconds: Int? = {
    if let pid = Settings.environment("WATCHDOG_PID"), Int32(pid) != getpid() { return nil }
    guard let microseconds = Settings.environment("WATCHDOG_USEC").flatMap({ Int($0) }), microseconds >= 2_000 else {
      return nil
    }
    return microseconds / 1_000
  }()

  /// Whether an `up` has started this process.
  public static var hasParent: Bool {
    Settings.environment("WAYMARK_PARENT") != nil
  }

  /// The descriptor on which a process reports to its parent that it takes no more work: the next one may start.
  public static let leavingVariable = "WAYMARK_LEAVING_FD"

  /// So that the next process starts while this one still answers what it has begun. Dying says nothing here.
  static func askParentForReplacement() {
    guard let descriptor = Settings.environment(leavingVariable).flatMap({ Int32($0) }), descriptor > 2 else { return }
    unsetenv(leavingVariable)
    _ = write(descriptor, "L", 1)
    close(descriptor)
  }

  /// Ends this process with the one that started it, where that asked for it. False if it has ended already.
  public static func endWithParent() -> Bool {
    guard let parent = Settings.environment("WAYMARK_PARENT").flatMap({ Int32($0) }) else { return true }
    _ = become_mortal_with_parent(SIGKILL)
    guard getppid() == parent else { return false }
    // A parent that spawns cannot know its child's id beforehand, as the protocol of handed sockets wants it.
    setenv("LISTEN_PID", String(getpid()), 1)
    return true
  }
}
