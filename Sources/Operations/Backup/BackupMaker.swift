import Chronology
import Glibc
import Service
import SessionSvc
import Storage

/// Makes one backup: a copy of the database, of the other files that cannot be recreated, and a manifest. The copy is
/// verified before it gets its name.
public struct BackupMaker: Sendable {
  /// Files next to the database: the token that `up` prints, and the start time of the demo year.
  private static let otherFiles = ["token", "demo"]

  var settings: Settings
  var progress: ProgressReport?

  init(settings: Settings, progress: ProgressReport? = nil) {
    self.settings = settings
    self.progress = progress
  }

  public struct Made: Sendable {
    public var path: String
    public var manifest: BackupManifest
    /// Findings in the copied data that do not make it unfit.
    public var warnings: [String]

    public var bytes: Int { manifest.files.map(\.bytes).reduce(0, +) }
  }

  /// Throws if there is no data that can be copied.
  func checkData() throws {
    let journal = try settings.journal()
    guard journal.exists else { throw OperationFailure.noData(at: journal) }
    guard journal.file != nil else {
      throw OperationFailure("\(journal) cannot be backed up by waymark; use the server's own tools, such as pg_dump")
    }
  }

  /// Fills `part` and renames it to `target`.
  func make(in part: PartDirectory, as target: String, at now: Instant) throws -> Made {
    do {
      let journal = try settings.journal()
      let copy = "\(part.path)/\(BackupManifest.journal)"
      if let file = journal.file {
        try DiskSpace.check(for: DiskSpace.bytes(ofDatabase: file), at: copy, "a backup")
      }
      try journal.copy(to: copy)
      var files = try existingFiles().map { name, path in
        let sum = try BackupFile.copy(path, to: "\(part.path)/\(name)")
        return BackupManifest.File(name: name, bytes: sum.bytes, hash: sum.hash)
      }
      let sum = try BackupFile.read(copy)
      files.insert(BackupManifest.File(name: BackupManifest.journal, bytes: sum.bytes, hash: sum.hash), at: 0)
      let report = try Verification.ofJournal(DatabaseAddress(file: copy), progress: progress)
      guard report.damage.isEmpty else { throw try keepDamaged(part, target, report) }
      let manifest = BackupManifest(
        program: Build.version, made: now, users: report.users, events: report.events, files: files)
      try BackupFile.write(manifest.text, to: "\(part.path)/\(BackupManifest.name)")
      try part.finish(as: target)
      return Made(path: target, manifest: manifest, warnings: report.warnings)
    } catch {
      part.discard()
      throw error
    }
  }

  /// Keeps a damaged copy under another name, because it may become the only copy.
  private func keepDamaged(
    _ part: PartDirectory, _ target: String, _ report: VerifyReport
  ) throws -> OperationFailure {
    let path = target + BackupDirectory.damagedSuffix
    try BackupDirectory.removeDamaged(path)
    try BackupFile.write(report.text + "\n", to: "\(part.path)/\(BackupDirectory.findingsFile)")
    try part.finish(as: path)
    return OperationFailure("the data is damaged; run 'waymark verify' for details (the damaged copy is in \(path))")
  }

  /// All files except the database, each with its name in the backup.
  private func existingFiles() throws -> [(name: String, path: String)] {
    var found = Self.otherFiles.map { ($0, "\(settings.data)/\($0)") }
    if let keys = settings.jwtKeys, keys.hasPrefix(settings.data + "/") {
      let name = String(keys.dropFirst(settings.data.count + 1))
      if BackupManifest.isAllowed(name) { found.append((name, keys)) }
    }
    return found.filter { access($0.1, R_OK) == 0 }
  }
}
