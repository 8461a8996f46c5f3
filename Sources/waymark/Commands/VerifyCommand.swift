import Chronology
import Domain
import Glibc
import Proto
import Service
import SessionSvc
import Storage
import Views

/// Reads the whole database, holds rows against the fold of the journal and every view's snapshots against a fresh
/// one. Nothing is changed unless that is asked for, and it does not matter whether the stack runs.
enum VerifyCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let repair = invocation.arguments.values["repair"]
    guard repair == nil || repair == "rows" else { throw UsageFailure("--repair knows 'rows' alone") }
    let settings = invocation.settings
    let journal = try settings.journal()
    guard journal.exists else { throw CommandFailure("there is no journal at \(journal); give the right --data") }
    guard journal.hasSchema != false else {
      throw CommandFailure("\(journal) is empty or not a journal; check --data")
    }
    if repair != nil { try RestorePlace.checkUsable(settings) }
    let report = try LoopRunner.run { _ in
      do {
        return try await self.report(settings, journal, repair: repair)
      } catch let error as DatabaseError where error.code == .corrupt {
        // No page of it leads to the others any more.
        var report = VerifyReport()
        report.isReadable = false
        report.add(.engine, ["\(journal) cannot be read: \(error.message)"])
        return report
      }
    }
    Output.print(invocation.arguments.asJSON ? report.json : report.text)
    guard report.findings.isEmpty else { throw report.failure }
    return 0
  }

  private static func report(
    _ settings: Settings, _ journal: DatabaseAddress, repair: String?
  ) async throws -> VerifyReport {
    // What repairs rows writes; what reads alone changes nothing, a database of an earlier version included.
    let database =
      repair == nil
      ? try Database(inspecting: journal, migrations: SessionSchema.migrations)
      : try Database(journal, migrations: SessionSchema.migrations, readers: 1)
    defer { database.close() }
    let audit = JournalAudit(database: database)
    var report = try await read(audit, repairing: repair != nil, showsProgress: true)
    guard report.isReadable else { return report }
    try await view("stats", StatsView.self, settings, audit, &report)
    try await view("milestone", MilestonesView.self, settings, audit, &report)
    try await view("diversity", DiversityView.self, settings, audit, &report)
    report.add(.backup, backup(settings))
    return report
  }

  /// A journal alone, such as that of a backup.
  static func inspect(_ journal: DatabaseAddress, showsProgress: Bool) throws -> VerifyReport {
    try LoopRunner.run { _ in
      let database = try Database(inspecting: journal, migrations: SessionSchema.migrations)
      defer { database.close() }
      return try await read(JournalAudit(database: database), repairing: false, showsProgress: showsProgress)
    }
  }

  /// What differs from the manifest, in a directory that is a backup.
  private static func backup(_ settings: Settings) -> [String] {
    let isBackup = access("\(settings.data)/\(BackupManifest.name)", F_OK) == 0
    guard isBackup, access("\(settings.data)/session.lock", F_OK) != 0 else { return [] }
    do {
      return try BackupManifest.read(in: settings.data).findings(in: settings.data)
    } catch {
      return ["\(error)"]
    }
  }

  private static func read(
    _ audit: JournalAudit, repairing: Bool, showsProgress: Bool
  ) async throws -> VerifyReport {
    var report = VerifyReport()
    var all = try await audit.findingsOfAll(now: .now)
    if repairing {
      report.repaired = 0
      if all.isReadable, try await audit.removeOrphans() > 0 { all = try await audit.findingsOfAll(now: .now) }
    }
    report.add(.engine, all.engine)
    report.add(.journal, all.journal)
    report.add(.rows, all.rows)
    report.add(.form, all.form)
    report.isReadable = all.isReadable
    guard report.isReadable else { return report }
    var progress = Progress("verify", total: try await audit.eventCount(), isShown: showsProgress)
    defer { progress.finish() }
    try await users(audit, repairing: repairing, &report, &progress)
    return report
  }

  private static func users(
    _ audit: JournalAudit, repairing: Bool, _ report: inout VerifyReport, _ progress: inout Progress
  ) async throws {
    var after: String?
    while true {
      let users = try await audit.users(after: after)
      guard let last = users.last else { return }
      for user in users {
        guard var found = try await audit.findings(of: user, now: .now) else { continue }
        if repairing, !found.rows.isEmpty {
          do {
            _ = try await audit.repair(user, now: .now)
            report.repaired = (report.repaired ?? 0) + 1
            found = try await audit.findings(of: user, now: .now) ?? found
          } catch let error as RepairError {
            found.rows.append("cannot be made anew: \(error)")
          }
        }
        report.users += 1
        report.events += found.events
        report.add(.journal, found.journal.map { "journal of \(user): \($0)" })
        report.add(.rows, found.rows.map { "rows of \(user): \($0)" })
        progress.add(found.events)
      }
      after = last
    }
  }

  private static func view<State: ViewState>(
    _ name: String, _ type: State.Type, _ settings: Settings, _ audit: JournalAudit, _ report: inout VerifyReport
  ) async throws {
    let path = settings.databasePath(name)
    // A view that never took a snapshot has nothing that could be wrong.
    guard access(path, R_OK) == 0 else { return }
    let store: SnapshotStore
    do {
      store = try SnapshotStore(inspecting: path)
    } catch {
      return report.add(.view, ["\(name): its file cannot be read: \(error)"])
    }
    defer { store.close() }
    var after = ""
    while true {
      let users: [String]
      do {
        users = try await store.users(after: after, limit: 256)
        guard let last = users.last else { return }
        after = last
      } catch {
        return report.add(.view, ["\(name): its file cannot be read: \(error)"])
      }
      for user in users {
        report.snapshots += 1
        var found = await findings(store, user, type, audit)
        // Deleted since, or being so: the view follows. Begun anew since, it is judged anew.
        if !found.texts.isEmpty {
          found = try await audit.isBeingErased(user) ? ([], false) : await findings(store, user, type, audit)
        }
        report.add(found.isOfJournal ? .journal : .view, found.texts.map { "\(name) of \(user): \($0)" })
      }
    }
  }

  private static func findings<State: ViewState>(
    _ store: SnapshotStore, _ user: String, _ type: State.Type, _ audit: JournalAudit
  ) async -> (texts: [String], isOfJournal: Bool) {
    do {
      // It may be gone since its user was listed.
      guard let snapshot = try await store.load(user) else { return ([], false) }
      let check = SnapshotCheck<State>(snapshot, zones: Zones())
      var folded = try await audit.fold(user, first: check.eventCount, into: check) { check, event in
        check.add(event)
      }
      return (folded.sum.findings(checksum: folded.checksum), false)
    } catch let damage as SnapshotDamage {
      return (["the snapshot: \(damage.message)"], false)
    } catch {
      return (["cannot be folded again: \((error as? Fault)?.message ?? "\(error)")"], true)
    }
  }
}

extension Command {
  static let verify = Command(
    name: "verify", synopsis: "[--repair rows]",
    summary: "reads everything: checksums, gaps, rows against the journal, views against a fresh fold",
    details: """
      Names what is wrong and what to do, and changes nothing; exit code 1 says that something is wrong.
      --repair rows makes the rows of each user anew whose rows are not what the journal says, where the journal itself
      is in order. Both work beside a running stack.
      """,
    flags: [Flag("repair", value: "rows", "make wrong rows anew from the journal"), .json], run: VerifyCommand.run)
}
