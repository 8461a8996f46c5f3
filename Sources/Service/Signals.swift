import CLinux
import Glibc

/// Receives signals on a descriptor.
public enum Signals {
  /// Blocks the signals in this thread and in threads it starts later. Returns a descriptor from which they are read.
  public static func descriptor(_ signals: [Int32]) -> Int32 {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
  }

  /// Returns the next received signal, or nil.
  public static func next(_ descriptor: Int32) -> Int32? {
    var info = signalfd_siginfo()
    guard read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size else {
      return nil
    }
    return Int32(info.ssi_signo)
  }
}
