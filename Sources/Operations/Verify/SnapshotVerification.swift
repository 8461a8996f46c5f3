import Domain
import Glibc
import Proto
import Service
import SessionSvc
import Views

/// Compares the snapshots of one view with a fresh fold of the journal.
struct SnapshotVerification<State: ViewState> {
  private let name: String
  private let path: String
  private let audit: JournalAudit

  init(_ name: String, _ settings: Settings, _ audit: JournalAudit) {
    self.name = name
    self.audit = audit
    path = settings.databasePath(name)
  }

  func add(to report: inout VerifyReport) async throws {
    // A view that has never written a snapshot has no file.
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
        var found = await findings(of: user, in: store)
        // The account may have been deleted, or deleted and created again, since the snapshot was read.
        if !found.texts.isEmpty {
          found = try await audit.isBeingErased(user) ? ([], false) : await findings(of: user, in: store)
        }
        report.add(found.isOfJournal ? .journal : .view, found.texts.map { "\(name) of \(user): \($0)" })
      }
    }
  }

  private func findings(of user: String, in store: SnapshotStore) async -> (texts: [String], isOfJournal: Bool) {
    do {
      // The snapshot may have been removed since its user was listed.
      guard let snapshot = try await store.load(user) else { return ([], false) }
      let check = SnapshotCheck<State>(snapshot, zones: Zones())
      var folded = try await audit.fold(user, first: check.eventCount, into: check) { check, event in
        check.add(event)
      }
      return (folded.sum.findings(checksum: folded.checksum), false)
    } catch let damage as SnapshotDamage {
      return (["the snapshot: \(damage.message)"], false)
    } catch {
      return (["cannot be folded: \((error as? Fault)?.message ?? "\(error)")"], true)
    }
  }
}
