/// One connection to PostgreSQL with its prepared statements. The queries of a group are sent together. A command's
/// writes are buffered until it ends and sent without waiting; only a needed result is waited for.
final class PostgreSQLConnection: Connection {
  private struct Name: Hashable {
    var sql: SQL
    var isLocking: Bool
  }

  private let link: PostgreSQLLink
  private var names: [Name: String] = [:]
  /// The statements of a move.
  private var dynamicNames: [String: String] = [:]
  /// Prepared statements that the server has not yet acknowledged.
  private var unconfirmed: [Name] = []
  private var made = 0
  private var isOpen = false
  private var isWriting = false

  /// The announced queries per command, and the index of the current command.
  private var expected: [[Query: PostgreSQLReply]] = []
  private var command = -1
  /// The command's unsent writes.
  private var held: [(sql: SQL, values: [Value])] = []
  /// Whether the command has written, so that its announced queries may be stale.
  private var hasWritten = false
  private var isMarked = false

  init(_ link: PostgreSQLLink) throws {
    self.link = link
    try link.beginPipeline()
  }

  var isIdle: Bool { !isOpen && !link.isLost }

  func perform(_ step: TransactionStep) throws {
    switch step {
    case .beginReading: try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", isWriting: false)
    case .beginWriting: try begin("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", isWriting: true)
    case .beginCommand:
      command += 1
      held.removeAll(keepingCapacity: true)
      hasWritten = false
      isMarked = false
    case .endCommand:
      try sendHeld()
      if isMarked { try send("RELEASE SAVEPOINT command") }
    case .undoCommand:
      held.removeAll()
      try check()
      guard isMarked else { return }
      try send("ROLLBACK TO SAVEPOINT command")
      try send("RELEASE SAVEPOINT command")
    case .confirm: try send("SELECT pg_logical_emit_message(true, 'waymark', '')::text")
    case .commit: try commit()
    case .rollback: try rollback()
    }
  }

  private func begin(_ text: String, isWriting: Bool) throws {
    try check()
    try send(text)
    isOpen = true
    self.isWriting = isWriting
    expected.removeAll(keepingCapacity: true)
    command = -1
    held.removeAll()
  }

  /// Commits. The outcome is undecided if no reply arrives, if a warning shows that the server did not wait for its
  /// replica, and if Citus reports an error other than a constraint or a conflict.
  private func commit() throws {
    try check()
    try sendHeld()
    guard isWriting else {
      _ = try link.execute("COMMIT", PostgreSQLParameters([]))
      try link.push()
      isOpen = false
      return
    }
    let warnings = link.warningCount
    let reply = try link.execute("COMMIT", PostgreSQLParameters([]))
    do {
      try settle()
    } catch let error as DatabaseError {
      // If an earlier statement failed, the server ignored the commit.
      let isOfCommit = link.failed === reply && error.code != .constraint && error.code != .conflict
      guard isOfCommit || link.failed == nil && error.code == .unreachable else { throw error }
      throw DatabaseError(.undecided, "the outcome of a commit is unknown: \(error.message)")
    }
    guard let result = reply.result, result.tag == "COMMIT" else {
      throw DatabaseError(.notCommitted, "the transaction failed before its commit")
    }
    isOpen = false
    guard link.warningCount == warnings else {
      throw DatabaseError(.undecided, "the server committed with a warning; a replica may lack the commit")
    }
  }

  private func rollback() throws {
    held.removeAll()
    if link.isLost { throw DatabaseError(.unreachable, "the connection is lost") }
    link.clearFailure()
    try send("ROLLBACK")
    try settle()
    isOpen = false
  }

  func expect(_ queries: [[Query]]) throws {
    for queries in queries {
      var replies: [Query: PostgreSQLReply] = [:]
      for query in queries where replies[query] == nil { replies[query] = try send(query) }
      expected.append(replies)
    }
  }

  /// New announcements replace the old ones, which writes may have made stale. A reader has no commands.
  func prefetch(_ queries: [Query]) throws {
    try check()
    if isWriting {
      guard expected.indices.contains(command) else { return }
      try sendHeldBeforeReading()
      expected[command] = [:]
      for query in queries where expected[command][query] == nil { expected[command][query] = try send(query) }
      hasWritten = false
      return
    }
    expected.removeAll(keepingCapacity: true)
    command = 0
    try expect([queries])
  }

  func all(_ query: Query, _ row: (Row) throws -> Bool) throws {
    try check()
    if !hasWritten, expected.indices.contains(command), let reply = expected[command][query] {
      return try pass(reply, row)
    }
    try sendHeldBeforeReading()
    try pass(try send(query), row)
  }

  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    try check()
    try sendHeldBeforeReading()
    try pass(try send(sql, values), row)
  }

  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    let cursor = try PostgreSQLCursor(self, sql, values)
    while let batch = try cursor.nextBatch() {
      for index in 0..<batch.count {
        guard try row(Row(columns: batch.row(index))) else { return try cursor.close() }
      }
    }
  }

  func run(_ sql: SQL, _ values: [Value]) throws {
    try check()
    hasWritten = true
    held.append((sql, values))
  }

  func change(_ sql: SQL, _ values: [Value]) throws -> Int {
    try check()
    hasWritten = true
    try mark()
    try sendHeld()
    let reply = try send(sql, values)
    try settle()
    return reply.result?.changes ?? 0
  }

  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor {
    try PostgreSQLCursor(self, sql, values)
  }

  func findings(_ migrations: [Migration]) throws -> [String] {
    try PostgreSQLInspection.findings(self, migrations)
  }

  /// Declares a cursor, which sees the command's writes, and returns its name.
  func declare(_ sql: String, _ values: [Value]) throws -> String {
    try check()
    try sendHeldBeforeReading()
    made += 1
    let name = "rows\(made)"
    let text = "DECLARE \(name) NO SCROLL CURSOR FOR \(sql)"
    _ = try link.execute(text, PostgreSQLParameters(values))
    return name
  }

  func fetch(_ count: Int, from name: String) throws -> PostgreSQLResult {
    try check()
    return try result(of: try send("FETCH \(count) FROM \(name)"))
  }

  func close(cursor name: String) throws {
    try check()
    try send("CLOSE \(name)")
  }

  private static let tables =
    "SELECT relname::text FROM pg_class WHERE relkind IN ('r', 'p', 'f') AND relnamespace = \(PostgreSQLSchema.current)"

  func tableNames() throws -> Set<String> {
    Set(try rows(of: Self.tables).compactMap { if case .text(let name)? = $0.first { name } else { nil } })
  }

  /// The server has an index of names, and reads all tables of all schemas for a list of them.
  func hasTable(_ name: StaticString) throws -> Bool {
    try !rows(of: Self.tables + " AND relname = '\(name)'").isEmpty
  }

  /// Sends a statement that was built at run time, without waiting.
  func send(dynamic text: String, _ values: [Value]) throws {
    try check()
    let parameters = try PostgreSQLParameters(values)
    if dynamicNames[text] == nil {
      made += 1
      dynamicNames[text] = "statement\(made)"
      try link.prepare("statement\(made)", text)
    }
    _ = try link.execute(prepared: dynamicNames[text] ?? "", parameters, text: text)
  }

  /// Returns the rows of a statement of the driver.
  func rows(of text: String) throws -> [[Value]] {
    try check()
    let result = try result(of: try send(text))
    return (0..<result.count).map { result.row($0).values }
  }

  /// After a failure, the transaction rejects all statements.
  private func check() throws {
    if let failure = link.failure { throw failure }
    if link.isLost { throw DatabaseError(.unreachable, "the connection to the database is lost") }
  }

  /// A read needs the buffered writes, which must be sent after a savepoint so that they can be rolled back alone.
  private func sendHeldBeforeReading() throws {
    guard !held.isEmpty else { return }
    try mark()
    try sendHeld()
  }

  private func mark() throws {
    guard !isMarked, command >= 0 else { return }
    try send("SAVEPOINT command")
    isMarked = true
  }

  private func sendHeld() throws {
    for (sql, values) in held { _ = try send(sql, values) }
    held.removeAll(keepingCapacity: true)
  }

  @discardableResult
  private func send(_ text: String) throws -> PostgreSQLReply {
    try link.execute(text, PostgreSQLParameters([]))
  }

  private func send(_ sql: SQL, _ values: [Value]) throws -> PostgreSQLReply {
    let parameters = try PostgreSQLParameters(values)
    return try link.execute(prepared: try name(sql, isLocking: false), parameters, text: sql.description)
  }

  private func send(_ query: Query) throws -> PostgreSQLReply {
    let parameters = try PostgreSQLParameters(query.values)
    let name = try name(query.sql, isLocking: query.isLocking)
    return try link.execute(prepared: name, parameters, text: query.sql.description)
  }

  private func name(_ sql: SQL, isLocking: Bool) throws -> String {
    let key = Name(sql: sql, isLocking: isLocking)
    if let known = names[key] { return known }
    made += 1
    let name = "statement\(made)"
    try link.prepare(name, isLocking ? "\(sql) FOR UPDATE" : sql.description)
    names[key] = name
    unconfirmed.append(key)
    return name
  }

  /// Waits for all replies. Throws the server's first error.
  func settle() throws {
    defer { unconfirmed.removeAll(keepingCapacity: true) }
    do {
      try link.settle()
      if let failure = link.failure { throw failure }
    } catch {
      // The server did not prepare statements that were sent after the failure.
      for name in unconfirmed { names[name] = nil }
      throw error
    }
  }

  private func result(of reply: PostgreSQLReply) throws -> PostgreSQLResult {
    if !reply.isDone { try settle() }
    guard let result = reply.result else { throw DatabaseError(.misuse, "no reply to: \(reply.text)") }
    try result.checkTypes(of: reply.text)
    return result
  }

  private func pass(_ reply: PostgreSQLReply, _ row: (Row) throws -> Bool) throws {
    let result = try result(of: reply)
    for index in 0..<result.count {
      guard try row(Row(columns: result.row(index))) else { return }
    }
  }
}
