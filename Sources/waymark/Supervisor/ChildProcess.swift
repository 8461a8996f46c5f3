import CLinux
import Glibc
import Service

/// One process of the stack, as its parent sees it.
struct ChildProcess {
  let name: String
  var pid: pid_t = 0
  /// The reading end of its standard error.
  var errors: Int32 = -1
  var lines = LineSplitter()
  var startedAt = 0
  var restart = RestartPolicy()
  /// When to start it again; nil while it runs.
  var startAgainAt: Int?
  var failures = 0

  init(name: String) {
    self.name = name
  }

  var isRunning: Bool {
    pid > 0
  }

  /// Starts this executable again as `waymark serve NAME`. The socket, if any, becomes descriptor 3, as a service
  /// manager hands it over.
  mutating func start(settings: Settings, listener: Int32?, now: Int) throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CommandFailure("cannot make a pipe: \(Errno.text)") }
    let (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(writing) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, writing, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, writing, STDERR_FILENO)
    if let listener { posix_spawn_file_actions_adddup2(&actions, listener, 3) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own: an interrupt typed at the terminal reaches the parent alone, which then stops all in order.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    let arguments = ["waymark", "serve", name] + Self.flags(settings)
    let environment = Self.environment(hasListener: listener != nil)
    var child: pid_t = 0
    let failure = CStrings.with(arguments) { argv in
      CStrings.with(environment) { envp in
        posix_spawn(&child, "/proc/self/exe", &actions, &attributes, argv, envp)
      }
    }
    guard failure == 0 else {
      close(reading)
      throw CommandFailure("cannot start \(name): \(String(cString: strerror(failure)))")
    }
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    pid = child
    errors = reading
    lines = LineSplitter()
    startedAt = now
    startAgainAt = nil
  }

  private static func flags(_ settings: Settings) -> [String] {
    var flags = ["--data", settings.data, "--run", settings.run, "--listen", settings.listen.description]
    if let database = settings.database { flags += ["--database", database] }
    return flags + ["--log-level", settings.logLevel.rawValue, "--log-format", settings.logFormat.rawValue]
  }

  /// The parent speaks to the service manager for all; its children take orders from it alone.
  private static func environment(hasListener: Bool) -> [String] {
    let replaced = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WAYMARK_PARENT"]
    var variables = CStrings.copy(current_environment()).filter { variable in
      !replaced.contains { variable.hasPrefix($0 + "=") }
    }
    variables.append("WAYMARK_PARENT=\(getpid())")
    if hasListener { variables += ["LISTEN_FDS=1", "LISTEN_FDNAMES=http"] }
    return variables
  }
}
