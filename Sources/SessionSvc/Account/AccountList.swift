import API
public import Chronology
public import Domain
public import Storage

/// The accounts in the database. Reading them needs no running service.
public struct AccountList: Sendable {
  private let database: Database

  public init(database: Database) {
    self.database = database
  }

  public struct Summary: Hashable, Sendable {
    public var user: String
    public var role = PersonRole.member
    public var state = PersonState.active
    public var hasPassword = false
    public var passkeys = 0
    /// Links to accounts at the provider.
    public var links = 0
    /// Nil for a user whose token has not been used yet.
    public var createdAt: Instant?
    public var events: Int
    /// The total size of the events.
    public var bytes: Int
    /// The later of the last event and the last use of a token.
    public var lastActivityAt: Instant?
  }

  /// Returns the accounts in the order of their user ids. `admins` are those that the settings name.
  public func list(admins: Set<String> = []) async throws -> [Summary] {
    var found: [Summary] = []
    var after = ""
    while true {
      let page = try await database.read { [after] rows in
        try PersonStore.ids(after: after, limit: SessionLimits.usersPerPage, rows)
      }
      guard let last = page.last else { return found }
      for user in page {
        guard var summary = try await summary(of: user) else { continue }
        if admins.contains(user) { summary.role = .admin }
        found.append(summary)
      }
      after = last
    }
  }

  /// Returns nil if the user has neither an account nor a token, and is not invited.
  public func summary(of user: String) async throws -> Summary? {
    try await database.read { try Self.summary(of: user, $0) }
  }

  static func summary(of user: String, _ rows: Rows) throws -> Summary? {
    let tokens = try TokenStore.tokens(of: user, rows)
    let account = try UserStore.record(user, rows)
    let person = try PersonStore.person(user, rows)
    guard account != nil || person != nil || !tokens.isEmpty else { return nil }
    let seq = account?.head.seq ?? 0
    let times = try [JournalStore.time(user, at: seq, rows)] + tokens.map(\.lastUsedAt)
    return Summary(
      user: user, role: person?.role ?? .member, state: person?.state ?? .active,
      hasPassword: person?.password != nil, passkeys: try PasskeyStore.count(of: user, rows),
      links: try LinkStore.count(of: user, rows),
      createdAt: account?.profile.createdAt ?? person?.createdAt, events: Int(seq),
      bytes: try JournalStore.bytes(user, rows), lastActivityAt: times.compactMap { $0 }.max())
  }
}
