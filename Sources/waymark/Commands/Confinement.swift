import CLinux
import Glibc
import Import
import Service

/// What a process gives up before it reads a file that came over the network.
enum Confinement {
  /// It ends with the process that started it, writes no files, and has bounded memory and time.
  static func enter() throws(CommandFailure) {
    guard InitSystem.endWithParent() else { throw CommandFailure("what started this process has ended") }
    _ = give_up_privileges()
    // Standard error may be a file, to which nothing can be written then.
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
      throw CommandFailure("cannot limit what this process may take: \(Errno.text)")
    }
  }
}
