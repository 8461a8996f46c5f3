import CLinux
import Glibc
import Service

extension Settings {
  /// The other user to whom a service's socket belongs; nil where it is this process's own, or not there. A service
  /// answers its own user alone, so that a stack which runs looks as if it did not.
  func otherOwner(ofSocket service: String) -> String? {
    var status = stat()
    guard stat(socketPath(service), &status) == 0, status.st_uid != geteuid() else { return nil }
    return getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? String(status.st_uid)
  }
}
