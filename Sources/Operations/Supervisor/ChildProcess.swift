import API
import CLinux
import Glibc
import Service

/// A running process of the stack.
struct ChildProcess {
  let name: String
  let pid: pid_t
  let startedAt: Int
  /// The read end of its standard error.
  private(set) var errors: Int32
  /// The read end of the pipe on which it reports that it accepts no more work.
  private(set) var drainNotice: Int32
  var lines = LineSplitter()
  var probe: LivenessProbe

  /// Starts `waymark serve NAME` with this executable. The listener, if any, becomes descriptor 3, as in socket
  /// activation. An edge gets its place.
  init(name: String, edge: EdgePlace?, settings: Settings, listener: Int32?, now: Int) throws(OperationFailure) {
    let errors = try Pipe()
    let drainNotice: Pipe
    do throws(OperationFailure) {
      drainNotice = try Pipe()
    } catch {
      errors.close()
      throw error
    }
    defer { for pipe in [errors, drainNotice] { close(pipe.writing) } }
    var environment = Self.environment(of: name, settings, hasListener: listener != nil)
    if let edge { environment.append("\(EdgePlace.variable)=\(edge.text)") }
    do throws(OperationFailure) {
      pid = try Self.spawn(
        name, ["waymark", "serve", edge == nil ? name : EdgePlace.service] + Self.flags(settings), environment,
        descriptors: (listener.map { [($0, Self.listenerDescriptor)] } ?? []) + [
          (errors.writing, STDOUT_FILENO), (errors.writing, STDERR_FILENO),
          (drainNotice.writing, Self.drainNoticeDescriptor),
        ])
    } catch {
      for pipe in [errors, drainNotice] { close(pipe.reading) }
      throw error
    }
    self.name = name
    self.errors = errors.reading
    self.drainNotice = drainNotice.reading
    startedAt = now
    probe = LivenessProbe(name: name, isEdge: edge != nil, settings: settings, now: now)
  }

  private static let listenerDescriptor: Int32 = 3
  private static let drainNoticeDescriptor: Int32 = 4

  /// Returns true if the process has reported that it accepts no more work, false if it only exited.
  mutating func readDrainNotice() -> Bool {
    var byte: UInt8 = 0
    let count = read(drainNotice, &byte, 1)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return false }
    close(drainNotice)
    drainNotice = -1
    return count == 1
  }

  mutating func closeAll() {
    for descriptor in [errors, drainNotice] where descriptor >= 0 { close(descriptor) }
    (errors, drainNotice) = (-1, -1)
    probe.hangUp()
  }

  /// Starts another command with this executable. It writes to this process's standard error.
  static func spawn(_ command: String, _ words: [String], _ settings: Settings) throws(OperationFailure) -> pid_t {
    try spawn(
      command, ["waymark", command] + flags(settings) + words,
      environment(of: command, settings, hasListener: false),
      descriptors: [(STDERR_FILENO, STDOUT_FILENO), (STDERR_FILENO, STDERR_FILENO)])
  }

  private static func spawn(
    _ name: String, _ arguments: [String], _ environment: [String], descriptors: [(from: Int32, to: Int32)]
  ) throws(OperationFailure) -> pid_t {
    // The order matters: the listener's number may be the target of a later descriptor.
    switch Subprocess.start("/proc/self/exe", arguments, environment: environment, descriptors: descriptors) {
    case .success(let child): return child
    case .failure(let error): throw OperationFailure("cannot start \(name): \(error)")
    }
  }

  private static func flags(_ settings: Settings) -> [String] {
    [
      "--data", settings.data, "--run", settings.run, "--listen", settings.listen.description,
      "--log-level", settings.logLevel.rawValue, "--log-format", settings.logFormat.rawValue,
    ]
  }

  private static let databaseVariables = ["WAYMARK_DATABASE", "WAYMARK_DATABASE_FILE"]
  /// Variables with secrets that only the session service needs.
  private static let secretVariables = [
    "WAYMARK_ADMIN_USER", "WAYMARK_ADMIN_USER_FILE", "WAYMARK_ADMIN_PASSWORD", "WAYMARK_ADMIN_PASSWORD_FILE",
    "WAYMARK_SECRET_KEY", "WAYMARK_SECRET_KEY_FILE", "WAYMARK_OIDC_CLIENT_SECRET", "WAYMARK_OIDC_CLIENT_SECRET_FILE",
  ]

  /// Removes the service manager's variables, because only the parent communicates with it, and secrets that this
  /// process does not need. The address of the database may contain a password, so it is not an argument, which every
  /// user of the machine can read.
  private static func environment(of name: String, _ settings: Settings, hasListener: Bool) -> [String] {
    let usesDatabase = [SessionAPI.service, BackupChild.name].contains(name)
    let removed =
      [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "WAYMARK_PARENT", EdgePlace.variable, InitSystem.leavingVariable,
      ] + databaseVariables + (name == SessionAPI.service ? [] : secretVariables)
    var variables = CStrings.copy(current_environment()).filter { variable in
      !removed.contains { variable.hasPrefix($0 + "=") }
    }
    if usesDatabase, let database = settings.database { variables.append("WAYMARK_DATABASE=\(database)") }
    variables += ["WAYMARK_PARENT=\(getpid())", "\(InitSystem.leavingVariable)=\(drainNoticeDescriptor)"]
    if hasListener { variables += ["LISTEN_FDS=1", "LISTEN_FDNAMES=http"] }
    return variables
  }
}

/// A pipe with a non-blocking read end. Children inherit neither end unless it is passed to them.
private struct Pipe {
  let reading: Int32
  let writing: Int32

  init() throws(OperationFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw OperationFailure("cannot create a pipe: \(Errno.text)") }
    // Low numbers must stay free: a child's descriptors are placed there.
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
