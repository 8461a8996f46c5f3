import CLinux
import Glibc
import Import
import Service

/// Restricts a process that parses an untrusted file.
enum Confinement {
  /// Makes this process end with its parent, forbids writing to files, and limits memory and CPU time.
  static func enter() throws(CommandFailure) {
    guard InitSystem.endWithParent() else { throw CommandFailure("the process that started this one has exited") }
    _ = give_up_privileges()
    // Standard error may be a file; a write to it must fail instead of killing the process.
    signal(SIGXFSZ, SIG_IGN)
    try limit(RLIMIT_DATA.rawValue, ImportLimits.confinedBytes)
    try limit(RLIMIT_CPU.rawValue, ImportLimits.confinedSeconds, grace: ImportLimits.confinedGraceSeconds)
    try limit(RLIMIT_NOFILE.rawValue, ImportLimits.confinedFiles)
    try limit(RLIMIT_FSIZE.rawValue, 0)
    try limit(RLIMIT_CORE.rawValue, 0)
  }

  private static func limit(_ resource: UInt32, _ most: UInt, grace: UInt = 0) throws(CommandFailure) {
    var wanted = rlimit(rlim_cur: most, rlim_max: most + grace)
    guard setrlimit(__rlimit_resource_t(resource), &wanted) == 0 else {
      throw CommandFailure("cannot limit the resources of this process: \(Errno.text)")
    }
  }
}
