public import Service
import SessionSvc
import Storage

/// Restores a backup into a new or empty data directory. The whole backup is verified before anything is written.
public struct RestoreOperation: Sendable {
  private let source: String
  private let settings: Settings

  public init(_ directory: String, _ settings: Settings) {
    source = BackupLocation.absolute(directory)
    self.settings = settings
  }

  /// Returns the manifest of the restored backup.
  public func run(progress: ProgressReport? = nil) throws -> BackupManifest {
    guard try settings.journal().file == settings.databasePath("journal") else {
      throw OperationFailure("a backup can only be restored into --data; leave --database out")
    }
    let target = RestoreTarget(data: settings.data)
    try target.checkEmpty()
    let manifest = try BackupManifest.read(in: source)
    try check(manifest.findings(in: source))
    let journal = DatabaseAddress(file: "\(source)/\(BackupManifest.journal)")
    try check(Verification.ofJournal(journal, progress: progress).damage.map(\.text))
    try target.write(manifest, from: source)
    return manifest
  }

  private func check(_ findings: [String]) throws {
    guard !findings.isEmpty else { return }
    let more = findings.count > 3 ? " (and \(findings.count - 3) more)" : ""
    throw OperationFailure(
      "\(source) does not verify: \(findings.prefix(3).joined(separator: "; "))\(more); restore another backup")
  }
}
