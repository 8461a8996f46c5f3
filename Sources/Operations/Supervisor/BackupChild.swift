import Glibc
import Service

/// The process that makes backups for `up`. If it exits, it is restarted after a pause; the stack is not affected.
struct BackupChild {
  static let name = "backup"
  /// The process retries failed backups itself, so an exit means that it could not start.
  static let pauseMilliseconds = 60_000

  private let plan: BackupPlan
  private(set) var pid: pid_t?
  private var startAt = 0

  init(_ plan: BackupPlan) {
    self.plan = plan
  }

  /// Called at each tick. Returns true if a process was started.
  mutating func startIfDue(_ settings: Settings, now: Int) throws(OperationFailure) -> Bool {
    guard pid == nil, now >= startAt else { return false }
    startAt = now + Self.pauseMilliseconds
    pid = try ChildProcess.spawn(
      Self.name, ["--every", "\(plan.everySeconds)s", "--keep", "\(plan.keep)", "--", plan.directory], settings)
    return true
  }

  /// Returns true if the process that exited was this one.
  mutating func handleExit(_ process: pid_t, now: Int) -> Bool {
    guard pid == process else { return false }
    pid = nil
    startAt = max(startAt, now + Self.pauseMilliseconds)
    return true
  }

  /// The next backup removes an incomplete one.
  func stop() {
    if let pid { kill(pid, SIGTERM) }
  }
}
