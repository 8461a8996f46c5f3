import CLinux
import Glibc

/// Starts another process, which inherits only the given descriptors and environment.
public enum Subprocess {
  /// The process gets its own group, so that an interrupt from the terminal reaches only the parent. `descriptors` are
  /// placed in order; standard input is empty if none is placed there. The error is an `errno`.
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
