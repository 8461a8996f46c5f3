public import Service
public import SessionSvc
import Storage

/// Opens the journal's database for one operation. The stack need not run.
public enum JournalAccess {
  /// The mode in which the database is opened.
  public enum Mode: Sendable {
    /// Changes nothing. A backup can be read too.
    case reading
    /// Changes an existing database.
    case writing
    /// Like `writing`, but creates the database if there is none. Only the stack itself does this.
    case creating
  }

  public static func withTokens<Value: Sendable>(
    _ settings: Settings, _ mode: Mode, _ body: @escaping @Sendable (Tokens) async throws -> Value
  ) throws -> Value {
    switch mode {
    case .reading: try settings.checkDataIsNotMoved()
    case .writing, .creating: try settings.checkDataIsRestored()
    }
    let database =
      try mode == .reading ? JournalFile.inspect(settings) : JournalFile.open(settings, creating: mode == .creating)
    defer { database.close() }
    return try LoopRunner.run { _ in try await body(Tokens(database: database)) }
  }

  public static func withPeople<Value: Sendable>(
    _ settings: Settings, _ mode: Mode = .writing, _ body: @escaping @Sendable (People) async throws -> Value
  ) throws -> Value {
    try settings.checkDataIsRestored()
    let database = try JournalFile.open(settings, creating: mode == .creating)
    defer { database.close() }
    let people = try People(database: database, settings: settings, zones: Zones())
    return try LoopRunner.run { _ in try await body(people) }
  }

  public static func withAccounts<Value: Sendable>(
    _ settings: Settings, _ body: @escaping @Sendable (AccountList) async throws -> Value
  ) throws -> Value {
    try settings.checkDataIsNotMoved()
    let database = try JournalFile.inspect(settings)
    defer { database.close() }
    return try LoopRunner.run { _ in try await body(AccountList(database: database)) }
  }
}
