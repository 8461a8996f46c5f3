import Domain
import Glibc
import Service
import SessionSvc
import Storage

/// Reads the whole journal, and holds every view's snapshots against a fresh fold of it. Nothing is changed, and it
/// does not matter whether the stack runs.
enum VerifyCommand {
  /// What was looked at and what was wrong with it.
  struct Report: Sendable {
    var users = 0
    var events = 0
    var snapshots = 0
    var findings: [String] = []
  }

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    guard access(settings.journalPath, R_OK) == 0 else {
      throw CommandFailure("there is no journal at \(settings.journalPath); give the right --data")
    }
    let report = try LoopRunner.run { _ in
      let database = try Database(path: settings.journalPath, migrations: SessionSchema.migrations, readers: 1)
      defer { database.close() }
      let audit = JournalAudit(database: database)
      var report = try await journal(audit)
      try await view("stats", StatsView.self, settings, audit, &report)
      try await view("milestone", MilestonesView.self, settings, audit, &report)
      try await view("diversity", DiversityView.self, settings, audit, &report)
      return report
    }
    Output.print(invocation.arguments.asJSON ? json(report) : text(report))
    guard !report.findings.isEmpty else { return 0 }
    throw CommandFailure(
      "\(report.findings.count) things are wrong; a view is put right by 'waymark rebuild', a journal by a backup")
  }

  private static func journal(_ audit: JournalAudit) async throws -> Report {
    var report = Report()
    var after: String?
    while true {
      let users = try await audit.users(after: after)
      guard let last = users.last else { return report }
      for user in users {
        guard let verified = try await audit.verify(user) else { continue }
        report.users += 1
        report.events += verified.count
        report.findings += verified.findings.map { "journal of \(user): \($0)" }
      }
      after = last
    }
  }

  private static func view<State: ViewState>(
    _ name: String, _ type: State.Type, _ settings: Settings, _ audit: JournalAudit, _ report: inout Report
  ) async throws {
    let path = settings.viewPath(name)
    // A view that never took a snapshot has nothing that could be wrong.
    guard access(path, R_OK) == 0 else { return }
    let store: SnapshotStore
    do {
      store = try SnapshotStore(inspecting: path)
    } catch {
      report.findings.append("\(name): its file cannot be read: \(error)")
      return
    }
    defer { store.close() }
    var after = ""
    while true {
      let users = try await store.users(after: after, limit: 256)
      guard let last = users.last else { return }
      for user in users {
        report.snapshots += 1
        let findings = try await findings(store, user, type, audit)
        report.findings += findings.map { "\(name) of \(user): \($0)" }
      }
      after = last
    }
  }

  private static func findings<State: ViewState>(
    _ store: SnapshotStore, _ user: String, _ type: State.Type, _ audit: JournalAudit
  ) async throws -> [String] {
    let snapshot: Snapshot
    do {
      // It may be gone since its user was listed.
      guard let found = try await store.load(user) else { return [] }
      snapshot = found
    } catch let damage as SnapshotDamage {
      return ["the snapshot: \(damage.message)"]
    }
    let check = SnapshotCheck<State>(snapshot, zones: Zones())
    do {
      var folded = try await audit.fold(user, first: check.eventCount, into: check) { check, event in
        check.add(event)
      }
      return folded.sum.findings(checksum: folded.checksum)
    } catch {
      // The journal itself is told of above.
      return ["cannot be folded again: \(error)"]
    }
  }

  private static func text(_ report: Report) -> String {
    let sums = "\(report.events) events of \(report.users) users and \(report.snapshots) snapshots"
    return report.findings.isEmpty
      ? "\(sums): all in order" : (report.findings + ["\(sums) looked at"]).joined(separator: "\n")
  }

  private static func json(_ report: Report) -> String {
    let findings = report.findings.map(JSONText.quoted).joined(separator: ",")
    return "{\"users\":\(report.users),\"events\":\(report.events),\"snapshots\":\(report.snapshots),"
      + "\"findings\":[\(findings)]}"
  }
}

extension Command {
  static let verify = Command(
    name: "verify", synopsis: "", summary: "reads the whole journal: checksums, gaps, every view against a fresh fold",
    details: "Names what is wrong and changes nothing. Exit code 1 says that something is.",
    flags: [.json], run: VerifyCommand.run)
}
