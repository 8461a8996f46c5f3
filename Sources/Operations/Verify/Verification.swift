import Chronology
import Domain
import Glibc
public import Service
import SessionSvc
import Storage

/// Checks the whole database: its own integrity, the journal's checksums, the rows against the journal, and the
/// snapshots of each view against a fresh fold. Works with and without a running stack.
public struct Verification: Sendable {
  private let settings: Settings
  private let repairsRows: Bool
  private let progress: ProgressReport?

  public init(_ settings: Settings, repairsRows: Bool = false, progress: ProgressReport? = nil) {
    self.settings = settings
    self.repairsRows = repairsRows
    self.progress = progress
  }

  public func run() throws -> VerifyReport {
    let journal = try settings.journal()
    guard journal.exists else {
      throw OperationFailure("there is no journal at \(journal); give the right --data or --database")
    }
    guard journal.hasSchema != false else {
      throw OperationFailure("\(journal) is empty or not a journal; give the right --data or --database")
    }
    if repairsRows { try settings.checkDataIsRestored() }
    return try LoopRunner.run { _ in
      do {
        return try await report(on: journal)
      } catch let error as DatabaseError where error.code == .corrupt {
        return VerifyReport(unreadable: "\(journal) cannot be read: \(error.message)")
      }
    }
  }

  /// Checks only a journal, such as that of a backup.
  static func ofJournal(_ journal: DatabaseAddress, progress: ProgressReport?) throws -> VerifyReport {
    try LoopRunner.run { _ in
      let database = try Database(inspecting: journal, migrations: SessionSchema.migrations)
      defer { database.close() }
      return try await JournalVerification(JournalAudit(database: database), progress: progress).run()
    }
  }

  private func report(on journal: DatabaseAddress) async throws -> VerifyReport {
    // Only a repair may write: inspecting does not even upgrade the database.
    let database =
      repairsRows
      ? try Database(journal, migrations: SessionSchema.migrations, readers: 1)
      : try Database(inspecting: journal, migrations: SessionSchema.migrations)
    defer { database.close() }
    let check = JournalVerification(
      JournalAudit(database: database), repairsRows: repairsRows, progress: progress)
    var report = try await check.checkWhole()
    guard report.isReadable else { return report }
    // Views follow only from the journal, so they are folded while the rows are checked.
    async let stats = snapshots(of: StatsView.self, "stats", journal)
    async let milestones = snapshots(of: MilestonesView.self, "milestone", journal)
    async let diversity = snapshots(of: DiversityView.self, "diversity", journal)
    try await check.checkUsers(&report)
    for view in try await [stats, milestones, diversity] { report.add(view) }
    report.add(.backup, backupFindings())
    return report
  }

  /// Checks the snapshots of a view over its own connection, so that several views are folded at the same time.
  private func snapshots<State: ViewState>(
    of state: State.Type, _ name: String, _ journal: DatabaseAddress
  ) async throws -> VerifyReport {
    let database = try Database(inspecting: journal, migrations: SessionSchema.migrations)
    defer { database.close() }
    var report = VerifyReport()
    try await SnapshotVerification<State>(name, settings, JournalAudit(database: database)).add(to: &report)
    return report
  }

  /// If the data directory is a backup, returns the differences from its manifest.
  private func backupFindings() -> [String] {
    let isBackup = access("\(settings.data)/\(BackupManifest.name)", F_OK) == 0
    guard isBackup, access("\(settings.data)/session.lock", F_OK) != 0 else { return [] }
    do {
      return try BackupManifest.read(in: settings.data).findings(in: settings.data)
    } catch {
      return ["\(error)"]
    }
  }
}
