import CLinux
import Glibc
import Service

/// One process of the stack, as its parent sees it.
struct ChildProcess {
  let name: String
  let pid: pid_t
  let startedAt: Int
  /// The reading end of its standard error.
  private(set) var errors: Int32
  /// Where it reports that it accepts no more work.
  private(set) var leaving: Int32
  var lines = LineSplitter()
  var probe: LivenessProbe

  /// Starts this executable again as `waymark serve NAME`. The socket, if any, becomes descriptor 3, as a service
  /// manager hands it over.
  init(name: String, settings: Settings, listener: Int32?, now: Int) throws(CommandFailure) {
    let errors = try Pipe()
    let leaving: Pipe
    do throws(CommandFailure) {
      leaving = try Pipe()
    } catch {
      errors.close()
      throw error
    }
    defer { for pipe in [errors, leaving] { close(pipe.writing) } }
    let environment = Self.environment(hasListener: listener != nil)
    do throws(CommandFailure) {
      pid = try Self.spawn(
        name, ["waymark", "serve", name] + Self.flags(settings), environment,
        descriptors: (listener.map { [($0, Self.listenerDescriptor)] } ?? []) + [
          (errors.writing, STDOUT_FILENO), (errors.writing, STDERR_FILENO), (leaving.writing, Self.leavingDescriptor),
        ])
    } catch {
      for pipe in [errors, leaving] { close(pipe.reading) }
      throw error
    }
    self.name = name
    self.errors = errors.reading
    self.leaving = leaving.reading
    startedAt = now
    probe = LivenessProbe(name: name, settings: settings, now: now)
  }

  private static let listenerDescriptor: Int32 = 3
  private static let leavingDescriptor: Int32 = 4

  /// True where it has said that it takes no more work; one that just dies says nothing.
  mutating func receivesLeaving() -> Bool {
    var byte: UInt8 = 0
    let count = read(leaving, &byte, 1)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    close(leaving)
    leaving = -1
    return count == 1
  }

  mutating func closeAll() {
    for descriptor in [errors, leaving] where descriptor >= 0 { close(descriptor) }
    (errors, leaving) = (-1, -1)
    probe.hangUp()
  }

  /// Starts this executable again with a command that is no service; it writes where this process does.
  static func spawn(_ command: String, _ words: [String], _ settings: Settings) throws(CommandFailure) -> pid_t {
    try spawn(
      command, ["waymark", command] + flags(settings) + words, environment(hasListener: false),
      descriptors: [(STDERR_FILENO, STDOUT_FILENO), (STDERR_FILENO, STDERR_FILENO)])
  }

  private static func spawn(
    _ name: String, _ arguments: [String], _ environment: [String], descriptors: [(from: Int32, to: Int32)]
  ) throws(CommandFailure) -> pid_t {
    // In this order: the listener may have the number that another is put on.
    switch Subprocess.start("/proc/self/exe", arguments, environment: environment, descriptors: descriptors) {
    case .success(let child): return child
    case .failure(let error): throw CommandFailure("cannot start \(name): \(error)")
    }
  }

  private static func flags(_ settings: Settings) -> [String] {
    var flags = ["--data", settings.data, "--run", settings.run, "--listen", settings.listen.description]
    if let database = settings.database { flags += ["--database", database] }
    return flags + ["--log-level", settings.logLevel.rawValue, "--log-format", settings.logFormat.rawValue]
  }

  /// The parent speaks to the service manager for all; its children take orders from it alone.
  private static func environment(hasListener: Bool) -> [String] {
    let replaced = [
      "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WAYMARK_PARENT",
      InitSystem.leavingVariable,
    ]
    var variables = CStrings.copy(current_environment()).filter { variable in
      !replaced.contains { variable.hasPrefix($0 + "=") }
    }
    variables += ["WAYMARK_PARENT=\(getpid())", "\(InitSystem.leavingVariable)=\(leavingDescriptor)"]
    if hasListener { variables += ["LISTEN_FDS=1", "LISTEN_FDNAMES=http"] }
    return variables
  }
}

/// Both ends of a pipe, of which no child gets one that it was not given; the parent does not wait at its own.
private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CommandFailure("cannot make a pipe: \(Errno.text)") }
    // Numbers that a child's own descriptors are put on must be free while they are dealt out.
    for index in ends.indices where ends[index] < Self.lowest {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, Self.lowest)
      if moved >= 0 {
        Glibc.close(ends[index])
        ends[index] = moved
      }
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
  }

  private static let lowest: Int32 = 16

  func close() {
    Glibc.close(reading)
    Glibc.close(writing)
  }
}
