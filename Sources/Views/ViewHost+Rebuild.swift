import API
import Domain
import Proto

extension ViewHost {
  /// Throws everything away and folds every user's journal again.
  public func rebuild() async throws -> (users: Int, events: Int) {
    snapshots.beginRemoval()
    hot.value.removeAll()
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

  /// Forgets the snapshots of users whose journal is no more: their account was deleted while this view was away.
  public func sweep() async throws {
    var after = ""
    while true {
      let users = await snapshots.users(after: after, limit: ViewLimits.usersPerPage)
      guard let last = users.last else { return }
      let heads = try await journal.call(
        SessionAPI.FetchHeads(users: users), meta: CallMeta(deadline: ViewLimits.journalTimeoutMilliseconds)
      ).heads
      for (user, head) in zip(users, heads) where head.seq == 0 {
        await discard(user)
      }
      after = last
    }
  }

  /// What was read of the user is void as well, since it may be on its way to be written.
  private func discard(_ user: String) async {
    if let entry = hot.value.find(user) { hot.value.remove(entry) }
    await snapshots.remove(user)
  }

  private func refold(_ user: String) async throws -> Int {
    let count = try await find(CallContext(user: user)) { entry in Int(entry.position.seq) }
    await write(user)
    return count
  }
}
