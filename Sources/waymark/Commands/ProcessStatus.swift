import Operations
import Proto
import Service

/// The state of a process, as `waymark status` shows it.
struct ProcessStatus: Sendable {
  var name: String
  var state: String
  var details: [String: Health.Detail] = [:]

  var isUp: Bool {
    state != "down"
  }

  /// Adds the last backup, which is shown with the journal's service.
  mutating func add(_ backups: BackupRecord) {
    if let age = backups.age(at: .now) { details["backupAgeSeconds"] = .integer(Int(age)) }
    if let good = backups.good { details["backup"] = .text(good.path) }
    if let failure = backups.failure { details["backupFailure"] = .text(failure.reason) }
  }
}
