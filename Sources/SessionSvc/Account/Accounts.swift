import API
public import Chronology
import Domain
public import Storage

/// Who there is, read in the database itself: that needs no running service.
public struct Accounts: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  public struct Summary: Hashable, Sendable {
    public var user: String
    /// Nil for one who has a token and has not used it yet.
    public var createdAt: Instant?
    public var events: Int
    /// What the events take.
    public var bytes: Int
    /// The last event, or the last use of a token, whichever came later.
    public var lastActivityAt: Instant?
  }

  /// In order of their names.
  public func list() async throws -> [Summary] {
    var users = Set(try await database.read { try TokenStore.tokens($0).map(\.user) })
    var after = ""
    while true {
      let page = try await database.read { [after] rows in
        try UserStore.users(after: after, limit: SessionLimits.usersPerPage, rows)
      }
      guard let last = page.last else { break }
      users.formUnion(page)
      after = last
    }
    var found: [Summary] = []
    for user in users.sorted() {
      if let summary = try await summary(of: user) { found.append(summary) }
    }
    return found
  }

  /// Nil where nothing is known of such a user.
  public func summary(of user: String) async throws -> Summary? {
    try await database.read { rows in
      let tokens = try TokenStore.tokens(of: user, rows)
      let account = try UserStore.account(user, rows)
      guard account != nil || !tokens.isEmpty else { return nil }
      let seq = account?.head.seq ?? 0
      let times = try [JournalStore.time(user, at: seq, rows)] + tokens.map(\.lastUsedAt)
      return Summary(
        user: user, createdAt: account?.profile.createdAt, events: Int(seq),
        bytes: try JournalStore.bytes(user, rows), lastActivityAt: times.compactMap { $0 }.max())
    }
  }
}
