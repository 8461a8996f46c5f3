internal import Glibc

/// The clock of the thread: that of the loop which runs on it, or the kernel's. It is never set.
package enum ThreadClock {
  /// Holds an unretained `Loop` while one runs on the thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "pthread_key_create failed")
    return key
  }()

  package static var nanoseconds: UInt64 {
    guard let context = pthread_getspecific(key) else { return KernelSystem.now }
    return Unmanaged<Loop>.fromOpaque(context).takeUnretainedValue().system.now
  }

  /// The loop must stay alive until this is set to another one.
  static func follow(_ loop: Loop?) {
    pthread_setspecific(key, loop.map { Unmanaged.passUnretained($0).toOpaque() })
  }
}
