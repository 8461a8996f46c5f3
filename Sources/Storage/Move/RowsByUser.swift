/// The rows of several tables, grouped by user in the order of user ids. Each table is read once, and only one row per
/// table is held.
final class RowsByUser {
  private let cursors: [any RowCursor]
  private var heads: [[Value]?]

  init(
    _ tables: [MovedTable], after: String?, through last: String? = nil, _ connection: any MovingConnection
  ) throws {
    cursors = try tables.map { try $0.rows(after: after, through: last, connection) }
    heads = try cursors.map { try $0.next() }
  }

  /// Returns the next user, or nil at the end.
  func nextUser() throws -> String? {
    try heads.compactMap { try $0.map(Self.user) }.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Passes the rows of the user to `body`, table by table.
  func each(of user: String, _ body: (_ table: Int, _ row: [Value]) throws -> Void) throws {
    for table in cursors.indices {
      while let row = heads[table], try Self.user(row).utf8.elementsEqual(user.utf8) {
        try body(table, row)
        heads[table] = try cursors[table].next()
      }
    }
  }

  private static func user(_ row: [Value]) throws -> String {
    guard case .text(let user) = row.first else { throw MoveFailure("the user_id of a row cannot be read") }
    return user
  }
}
