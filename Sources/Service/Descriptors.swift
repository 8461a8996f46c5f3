import Glibc

/// How many descriptors this process may have.
public enum Descriptors {
  /// Lets the process have as many as it may give itself; each connection is one. Returns how many that are.
  public static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1_024 }
    if limit.rlim_cur < limit.rlim_max {
      limit.rlim_cur = limit.rlim_max
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
