import Chronology
import SessionSvc

/// Checks the journal of each user and the rows that follow from it.
struct JournalVerification {
  private let audit: JournalAudit
  private let repairsRows: Bool
  private let progress: ProgressReport?

  init(_ audit: JournalAudit, repairsRows: Bool = false, progress: ProgressReport?) {
    self.audit = audit
    self.repairsRows = repairsRows
    self.progress = progress
  }

  func run() async throws -> VerifyReport {
    var report = try await checkWhole()
    if report.isReadable { try await checkUsers(&report) }
    return report
  }

  /// Checks what belongs to no user.
  func checkWhole() async throws -> VerifyReport {
    var report = VerifyReport()
    var all = try await audit.findingsOfAll(now: .now)
    if repairsRows {
      report.repaired = 0
      if all.isReadable, try await audit.removeOrphans() > 0 { all = try await audit.findingsOfAll(now: .now) }
    }
    report.add(.engine, all.engine)
    report.add(.journal, all.journal)
    report.add(.rows, all.rows)
    report.add(.form, all.form)
    report.add(.clock, all.clock)
    report.isReadable = all.isReadable
    return report
  }

  func checkUsers(_ report: inout VerifyReport) async throws {
    let total = try await audit.eventCount()
    var after: String?
    while true {
      let users = try await audit.users(after: after)
      guard let last = users.last else { return }
      for user in users {
        try await check(user, &report)
        progress?(report.events, total)
      }
      after = last
    }
  }

  private func check(_ user: String, _ report: inout VerifyReport) async throws {
    guard var found = try await audit.findings(of: user, now: .now) else { return }
    if repairsRows, !found.rows.isEmpty {
      do {
        _ = try await audit.repair(user, now: .now)
        report.repaired = (report.repaired ?? 0) + 1
        found = try await audit.findings(of: user, now: .now) ?? found
      } catch let error as RepairError {
        found.rows.append("cannot be rebuilt: \(error)")
      }
    }
    report.users += 1
    report.events += found.events
    report.add(.journal, found.journal.map { "journal of \(user): \($0)" })
    report.add(.rows, found.rows.map { "rows of \(user): \($0)" })
    report.add(.clock, found.clock.map { "journal of \(user): \($0)" })
  }
}
