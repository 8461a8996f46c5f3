import CLinux
import Chronology
public import Service

/// Makes one backup, or one at each interval, for `waymark backup`.
public struct BackupOperation: Sendable {
  private let plan: BackupPlan
  private let settings: Settings
  /// Whether the directory holds several backups instead of becoming one.
  private let holdsMany: Bool

  public init(directory: String, every: String?, keep: String?, _ settings: Settings) throws(SettingsError) {
    plan = try BackupPlan(directory: directory, every: every ?? "24h", keep: keep ?? "14")
    holdsMany = every != nil || keep != nil
    self.settings = settings
  }

  /// Throws if there is no data to copy, or if backups cannot be stored in the directory. Creates nothing.
  public func check() throws {
    try BackupMaker(settings: settings).checkData()
    try settings.checkDataIsNotMoved()
    try BackupLocation.check(BackupLocation.absolute(plan.directory), settings, holdsMany: holdsMany)
  }

  /// Makes one backup.
  public func run(progress: ProgressReport? = nil) throws -> BackupMaker.Made {
    lower_priority()
    return try holdsMany ? BackupSchedule(plan, settings).makeOne() : makeSingle(progress)
  }

  /// Makes a backup at each interval until the process is terminated.
  public func repeatForever() throws -> Never {
    lower_priority()
    try BackupSchedule(plan, settings).run()
  }

  /// The directory itself becomes the backup.
  private func makeSingle(_ progress: ProgressReport?) throws -> BackupMaker.Made {
    let (now, target) = (Instant.now, BackupLocation.absolute(plan.directory))
    return try BackupAttempt.run(in: settings, at: now, settings.makeLog("backup")) {
      try BackupLocation.checkIsNew(target)
      let (parent, name) = BackupLocation.split(target)
      let part = try PartDirectory("\(parent)/.\(name)\(PartDirectory.suffix)")
      PartDirectory.removeAbandoned(in: String(parent))
      return try BackupMaker(settings: settings, progress: progress).make(in: part, as: target, at: now)
    }
  }
}
