import API
import Domain
import Proto

extension ViewHost {
  /// Discards all states and folds every user's journal again.
  public func rebuild() async throws -> (users: Int, events: Int) {
    snapshots.beginRemoval()
    active.value.removeAll()
    try await snapshots.removeAll()
    var counted = (users: 0, events: 0)
    var after: String?
    repeat {
      let page = try await journal.call(
        SessionAPI.ListUsers(after: after, limit: ViewLimits.usersPerPage),
        meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds))
      for user in page.users {
        counted.users += 1
        counted.events += try await refold(user)
      }
      after = page.next
    } while after != nil
    return counted
  }

  private func refold(_ user: String) async throws -> Int {
    let count = try await find(CallContext(user: user)) { entry in Int(entry.position.seq) }
    await write(user)
    return count
  }
}
