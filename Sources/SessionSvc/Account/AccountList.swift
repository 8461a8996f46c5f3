import API
public import Chronology
import Domain
public import Storage

/// The accounts in the database. Reading them needs no running service.
public struct AccountList: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  public struct Summary: Hashable, Sendable {
    public var user: String
    /// Nil for a user whose token has not been used yet.
    public var createdAt: Instant?
    public var events: Int
    /// The total size of the events.
    public var bytes: Int
    /// The later of the last event and the last use of a token.
    public var lastActivityAt: Instant?
  }

  /// Returns the accounts in the order of their user ids.
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

  /// Returns nil if the user has neither an account nor a token.
  public func summary(of user: String) async throws -> Summary? {
    try await database.read { rows in
      let tokens = try TokenStore.tokens(of: user, rows)
      let account = try UserStore.record(user, rows)
      guard account != nil || !tokens.isEmpty else { return nil }
      let seq = account?.head.seq ?? 0
      let times = try [JournalStore.time(user, at: seq, rows)] + tokens.map(\.lastUsedAt)
      return Summary(
        user: user, createdAt: account?.profile.createdAt, events: Int(seq),
        bytes: try JournalStore.bytes(user, rows), lastActivityAt: times.compactMap { $0 }.max())
    }
  }
}
