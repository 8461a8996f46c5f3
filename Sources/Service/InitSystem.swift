import CLinux
import Glibc

/// What systemd, or whoever speaks its protocol, hands over and is told.
public enum InitSystem {
  /// A socket handed over by the service manager, with its name.
  public struct Socket: Sendable, Equatable {
    public var name: String
    public var descriptor: Int32
  }

  /// Tells the service manager one thing, such as `READY=1`; nothing happens where there is none.
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
    let bytes = Array(state.utf8)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }

  /// The sockets handed to this process: descriptors from 3 on, not passed on to children. One without a name is called `unknown`.
  public static func sockets(
    environment: (String) -> String? = Settings.environment, processID: Int32? = nil
  ) -> [Socket] {
    guard let count = environment("LISTEN_FDS").flatMap({ Int32($0) }), (1...64).contains(count) else { return [] }
    if let owner = environment("LISTEN_PID"), Int32(owner) != processID ?? getpid() { return [] }
    let names = (environment("LISTEN_FDNAMES") ?? "")
      .split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    return (0..<count).map { index in
      _ = fcntl(3 + index, F_SETFD, FD_CLOEXEC)
      let name = Int(index) < names.count && !names[Int(index)].isEmpty ? names[Int(index)] : "unknown"
      return Socket(name: name, descriptor: 3 + index)
    }
  }

  /// Ends this process with the one that started it, where that asked for it. False if it has ended already.
  public static func endWithParent() -> Bool {
    guard let parent = environment("WAYMARK_PARENT").flatMap({ Int32($0) }) else { return true }
    _ = become_mortal_with_parent(SIGKILL)
    return getppid() == parent
  }

  private static func environment(_ name: String) -> String? {
    Settings.environment(name)
  }
}
