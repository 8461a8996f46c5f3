/// The server's connection during a move. It sends many rows before it waits.
final class PostgreSQLMove: MovingConnection {
  private let connection: PostgreSQLConnection
  let place: String
  private var unsettled = (rows: 0, bytes: 0)

  init(_ connection: PostgreSQLConnection, place: String) {
    self.connection = connection
    self.place = place
  }

  var isIdle: Bool { connection.isIdle }

  func perform(_ step: TransactionStep) throws { try connection.perform(step) }
  func expect(_ queries: [[Query]]) throws { try connection.expect(queries) }
  func prefetch(_ queries: [Query]) throws { try connection.prefetch(queries) }
  func all(_ query: Query, _ row: (Row) throws -> Bool) throws { try connection.all(query, row) }
  func all(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws { try connection.all(sql, values, row) }
  func each(_ sql: SQL, _ values: [Value], _ row: (Row) throws -> Bool) throws {
    try connection.each(sql, values, row)
  }
  func run(_ sql: SQL, _ values: [Value]) throws { try connection.run(sql, values) }
  func change(_ sql: SQL, _ values: [Value]) throws -> Int { try connection.change(sql, values) }
  func cursor(_ sql: SQL, _ values: [Value]) throws -> any RowCursor { try connection.cursor(sql, values) }
  func findings(_ migrations: [Migration]) throws -> [String] { try connection.findings(migrations) }
  func tableNames() throws -> Set<String> { try connection.tableNames() }
  func hasTable(_ name: StaticString) throws -> Bool { try connection.hasTable(name) }

  func cursor(dynamic text: String, _ values: [Value]) throws -> any RowCursor {
    try PostgreSQLCursor(connection, dynamic: text, values)
  }

  func run(dynamic text: String, _ values: [Value]) throws {
    try connection.send(dynamic: text, values)
    unsettled.rows += 1
    unsettled.bytes += values.reduce(0) { $0 + $1.byteCount }
    guard unsettled.rows >= StorageLimits.unsettledRows || unsettled.bytes >= StorageLimits.unsettledBytes else {
      return
    }
    unsettled = (0, 0)
    try connection.settle()
  }

  func lockAgainstWrites(_ tables: [Table]) throws {
    try connection.send(dynamic: "LOCK TABLE \(tables.map(\.name).joined(separator: ", ")) IN SHARE MODE", [])
    try connection.settle()
  }

  /// The query planner needs the sizes of the filled tables, which it would otherwise learn a minute later.
  func refreshStatistics(_ tables: [Table]) throws {
    try connection.send(dynamic: "ANALYZE \(tables.map(\.name).joined(separator: ", "))", [])
  }
}
