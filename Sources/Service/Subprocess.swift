import CLinux
import Glibc

/// Starts another process, which gets nothing but what it is given.
public enum Subprocess {
  /// A group of its own: an interrupt typed at the terminal reaches the parent alone. The error is the system's number.
  /// Standard input is empty where no descriptor is put there; `descriptors` are dealt out in their order.
  public static func start(
    _ path: String, _ arguments: [String], environment: [String], descriptors: [(from: Int32, to: Int32)]
  ) -> Result<Int32, SpawnError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if !descriptors.contains(where: { $0.to == STDIN_FILENO }) {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    for (from, to) in descriptors { posix_spawn_file_actions_adddup2(&actions, from, to) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var child: pid_t = 0
    let failure = CStrings.with(arguments) { argv in
      CStrings.with(environment) { envp in posix_spawn(&child, path, &actions, &attributes, argv, envp) }
    }
    return failure == 0 ? .success(child) : .failure(SpawnError(number: failure))
  }

  public struct SpawnError: Error, Sendable, CustomStringConvertible {
    public var number: Int32
    public var description: String { Errno.text(number) }
  }
}
