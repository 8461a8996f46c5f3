import Glibc
import Service

/// The process that makes backups for `up`. The stack runs with and without it: where it ends, it starts again later.
struct BackupChild {
  static let name = "backup"
  /// It reports what fails and goes on by itself, so that one that ends could not even begin.
  static let pauseMilliseconds = 60_000

  private let plan: BackupPlan
  private(set) var pid: pid_t?
  private var startAt = 0

  init(_ plan: BackupPlan) {
    self.plan = plan
  }

  /// To be called at intervals; what went wrong, if anything did. True where there is a new process.
  mutating func keep(_ settings: Settings, now: Int) throws(CommandFailure) -> Bool {
    guard pid == nil, now >= startAt else { return false }
    startAt = now + Self.pauseMilliseconds
    pid = try ChildProcess.spawn(
      Self.name, ["--every", "\(plan.everySeconds)s", "--keep", "\(plan.keep)", "--", plan.directory], settings)
    return true
  }

  /// True where it was this process.
  mutating func ended(_ process: pid_t, now: Int) -> Bool {
    guard pid == process else { return false }
    pid = nil
    startAt = max(startAt, now + Self.pauseMilliseconds)
    return true
  }

  /// What it has begun is worth nothing; the next one removes it.
  func stop() {
    if let pid { kill(pid, SIGTERM) }
  }
}
