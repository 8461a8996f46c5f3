/// The rows of several tables, user after user in the order of their names. Each table is gone through once, and no
/// more of it is held than its cursor holds.
final class RowsByUser {
  private let cursors: [any RowCursor]
  private var heads: [[Value]?]

  init(
    _ tables: [MovedTable], after: String?, through last: String? = nil, _ connection: any MovingConnection
  ) throws {
    cursors = try tables.map { try $0.rows(after: after, through: last, connection) }
    heads = try cursors.map { try $0.next() }
  }

  /// The user whose rows come next; nil at the end.
  func nextUser() throws -> String? {
    try heads.compactMap { try $0.map(Self.user) }.min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Hands out the rows of that user, table after table.
  func each(of user: String, _ body: (_ table: Int, _ row: [Value]) throws -> Void) throws {
    for table in cursors.indices {
      while let row = heads[table], try Self.user(row).utf8.elementsEqual(user.utf8) {
        try body(table, row)
        heads[table] = try cursors[table].next()
      }
    }
  }

  private static func user(_ row: [Value]) throws -> String {
    guard case .text(let user) = row.first else { throw MoveFailure("a row without a user that can be read") }
    return user
  }
}
