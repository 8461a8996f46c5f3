import CLinux
import Glibc

/// Signals as something to read, so that none interrupts anything.
public enum Signals {
  /// Blocks the signals in this thread and those that it starts later, and gives the descriptor from which they are
  /// read.
  public static func descriptor(_ signals: [Int32]) -> Int32 {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
  }

  /// The next signal that has come; nil if there is none.
  public static func next(_ descriptor: Int32) -> Int32? {
    var info = signalfd_siginfo()
    guard read(descriptor, &info, MemoryLayout<signalfd_siginfo>.size) == MemoryLayout<signalfd_siginfo>.size else {
      return nil
    }
    return Int32(info.ssi_signo)
  }
}
