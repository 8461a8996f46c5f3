import Chronology
import Glibc
import Service

/// Makes backups in one directory at an interval, and removes the oldest after each new one. A failure is logged and
/// retried.
struct BackupSchedule: Sendable {
  private let plan: BackupPlan
  private let settings: Settings
  private let directory: BackupDirectory
  private let log: Log

  init(_ plan: BackupPlan, _ settings: Settings) {
    self.plan = plan
    self.settings = settings
    directory = BackupDirectory(BackupLocation.absolute(plan.directory))
    log = settings.makeLog("backup")
  }

  /// Makes backups until the process is terminated.
  func run() throws -> Never {
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    // A parent may have blocked these signals.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    var failed: Instant?
    while true {
      let now = Instant.now
      let newest = BackupDirectory.newest(directory.backups, now: now)
      let due = BackupDirectory.due(newest: newest, failed: failed, everySeconds: plan.everySeconds, now: now)
      guard now >= due else {
        // Wakes at least once a minute to notice a changed clock.
        poll(nil, 0, Int32(min(due.seconds - now.seconds, 60) * 1_000))
        continue
      }
      do {
        let made = try makeOne()
        failed = nil
        log.info(
          "backup completed", ["path": made.path, "events": "\(made.manifest.events)", "bytes": "\(made.bytes)"])
        if let first = made.warnings.first {
          log.warning(
            "the copied data contains times of a wrong clock; check the clock of the machine",
            ["count": "\(made.warnings.count)", "first": first])
        }
      } catch {
        failed = Instant.now
        log.warning("a backup failed; it will be retried", ["reason": "\(error)", "directory": directory.path])
      }
    }
  }

  /// Makes one backup now, then removes the oldest ones.
  func makeOne() throws -> BackupMaker.Made {
    let maker = BackupMaker(settings: settings)
    try maker.checkData()
    var now = Instant.now
    // Two backups within one second would have the same name.
    while access("\(directory.path)/\(BackupDirectory.name(now))", F_OK) == 0 {
      poll(nil, 0, 50)
      now = Instant.now
    }
    return try BackupAttempt.run(in: settings, at: now, log) { [now] in
      try prepareDirectory()
      let part = try PartDirectory(directory.part)
      directory.clean()
      PartDirectory.removeAbandoned(in: directory.path)
      let made = try maker.make(in: part, as: "\(directory.path)/\(BackupDirectory.name(now))", at: now)
      for backup in BackupDirectory.surplus(directory.backups, new: made.path, keep: plan.keep) {
        do {
          try BackupDirectory.remove(backup.path)
        } catch {
          log.warning("cannot remove an old backup", ["path": backup.path, "reason": "\(error)"])
        }
      }
      return made
    }
  }

  /// Creates the directory, unless it held the last backup: then its disk is probably not mounted.
  private func prepareDirectory() throws {
    let path = directory.path
    if access(path, F_OK) == 0 { return }
    if let last = BackupRecord.read(in: settings.data).good?.path, last.hasPrefix(path + "/") {
      throw OperationFailure(
        "\(path), which held the last backup, is missing; mount its disk, or create the directory again")
    }
    guard mkdir(path, 0o700) == 0 else { throw OperationFailure("cannot create \(path): \(Errno.text)") }
  }
}
