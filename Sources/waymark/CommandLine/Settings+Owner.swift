import CLinux
import Glibc
import Service

extension Settings {
  /// Returns the owner of a service's socket if it is another system user. A service rejects other users, so its stack
  /// would otherwise seem to be down.
  func otherOwner(ofSocket service: String) -> String? {
    var status = stat()
    guard stat(socketPath(service), &status) == 0, status.st_uid != geteuid() else { return nil }
    return getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? String(status.st_uid)
  }
}
