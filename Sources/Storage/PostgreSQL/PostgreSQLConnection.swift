/// One connection to PostgreSQL with its prepared statements. Looks of a whole group go out together; what a command
/// writes is kept until the command has ended, and sent without waiting; only an answer that is needed is waited for.
final class PostgreSQLConnection: Connection {
  private struct Name: Hashable {
    var sql: SQL
    var isLocking: Bool
  }

  private let link: PostgreSQLLink
  private var names: [Name: String] = [:]
  /// Statements of a move.
  private var madeNames: [String: String] = [:]
  /// Names that the server is not known to have accepted yet.
  private var unconfirmed: [Name] = []
  private var made = 0
  private var isOpen = false
  private var isWriting = false

  /// The queries of the commands of this transaction, and at which of them it is.
  private var expected: [[Query: PostgreSQLReply]] = []
  private var command = -1
  /// What the command has written, and nothing had to be asked about since.
  private var held: [(sql: SQL, values: [Value])] = []
  /// Whether the command has written anything, so that what it looked at before may be old.
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

  /// A commit that was not answered may have been made. So may one that came with a warning: the server gave up
  /// waiting for the replica that was to keep it too. And so may one that was answered with an error, where the server
  /// stands before others that commit: unless it is that a rule or another transaction was in the way.
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
      // What failed before the commit was sent behind it kept the server from reading that far.
      let isOfCommit = link.failed === reply && error.code != .constraint && error.code != .conflict
      guard isOfCommit || link.failed == nil && error.code == .unreachable else { throw error }
      throw DatabaseError(.undecided, "whether a commit was made is not known: \(error.message)")
    }
    guard let result = reply.result, result.tag == "COMMIT" else {
      throw DatabaseError(.notCommitted, "the transaction had failed before its commit")
    }
    isOpen = false
    guard link.warningCount == warnings else {
      throw DatabaseError(.undecided, "a commit was made with a warning, so that a replica may lack it")
    }
  }

  private func rollback() throws {
    held.removeAll()
    if link.isLost { throw DatabaseError(.unreachable, "the connection is lost") }
    link.forgive()
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

  /// A reader has no commands: what was asked before is over.
  func ask(_ queries: [Query]) throws {
    try check()
    expected.removeAll(keepingCapacity: true)
    command = 0
    try expect([queries])
  }

  func all(_ query: Query, _ row: (Row) throws -> Bool) throws {
    try check()
    if !hasWritten, expected.indices.contains(command), let reply = expected[command][query] {
      return try hand(reply, row)
    }
    try sendHeldBeforeReading()
    try hand(try send(query), row)
  }

  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    try check()
    try sendHeldBeforeReading()
    try hand(try send(sql, values), row)
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

  /// A name for a cursor, which sees what the command has written.
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
    return try answer(to: try send("FETCH \(count) FROM \(name)"))
  }

  func close(cursor name: String) throws {
    try check()
    try send("CLOSE \(name)")
  }

  func tableNames() throws -> Set<String> {
    let rows = try answers(
      """
      SELECT relname::text FROM pg_class
      WHERE relkind IN ('r', 'p', 'f') AND relnamespace = current_schema()::regnamespace
      """)
    return Set(rows.compactMap { if case .text(let name)? = $0.first { name } else { nil } })
  }

  /// Sends a statement that was made here, and does not wait.
  func send(made text: String, _ values: [Value]) throws {
    try check()
    let parameters = try PostgreSQLParameters(values)
    if madeNames[text] == nil {
      made += 1
      madeNames[text] = "statement\(made)"
      try link.prepare("statement\(made)", text)
    }
    _ = try link.execute(prepared: madeNames[text] ?? "", parameters, text: text)
  }

  /// The rows of text made by the driver.
  func answers(_ text: String) throws -> [[Value]] {
    try check()
    let result = try answer(to: try send(text))
    return (0..<result.count).map { result.row($0).values }
  }

  /// A transaction in which something failed does nothing more.
  private func check() throws {
    if let failure = link.failure { throw failure }
    if link.isLost { throw DatabaseError(.unreachable, "the connection to the database is lost") }
  }

  /// What is read now may have to be undone without the others of the group.
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

  /// Waits for all that was sent; throws what the server refused of it.
  func settle() throws {
    defer { unconfirmed.removeAll(keepingCapacity: true) }
    do {
      try link.settle()
      if let failure = link.failure { throw failure }
    } catch {
      // Behind a failure no statement was prepared.
      for name in unconfirmed { names[name] = nil }
      throw error
    }
  }

  private func answer(to reply: PostgreSQLReply) throws -> PostgreSQLResult {
    if !reply.isDone { try settle() }
    guard let result = reply.result else { throw DatabaseError(.misuse, "no answer to: \(reply.text)") }
    try result.checkTypes(of: reply.text)
    return result
  }

  private func hand(_ reply: PostgreSQLReply, _ row: (Row) throws -> Bool) throws {
    let result = try answer(to: reply)
    for index in 0..<result.count {
      guard try row(Row(columns: result.row(index))) else { return }
    }
  }
}
