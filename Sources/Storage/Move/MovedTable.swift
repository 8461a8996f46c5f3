/// A table of the schema and the statements that move it.
struct MovedTable {
  let table: Table
  let insert: String
  let delete: String
  let count: String

  init(_ table: Table) {
    self.table = table
    let names = table.columns.map(\.name).joined(separator: ", ")
    let places = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
    insert = "INSERT INTO \(table.name) (\(names)) VALUES (\(places))"
    delete = "DELETE FROM \(table.name)"
    count = "SELECT COUNT(*) FROM \(table.name)"
  }

  /// Whether the primary key starts with the user. Other tables are looked up before the user is known.
  var isByUser: Bool { table.key.first == "user_id" && table.columns.first?.name == "user_id" }

  /// Returns the rows of the users after `after` up to and including `last`, in key order.
  func rows(after: String?, through last: String?, _ connection: any MovingConnection) throws -> any RowCursor {
    var values: [Value] = []
    var conditions: [String] = []
    if let after {
      values.append(.text(after))
      conditions.append("user_id > $\(values.count)")
    }
    if let last {
      values.append(.text(last))
      conditions.append("user_id <= $\(values.count)")
    }
    let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    let names = table.columns.map(\.name).joined(separator: ", ")
    let text = "SELECT \(names) FROM \(table.name)\(condition) ORDER BY \(table.key.joined(separator: ", "))"
    return try connection.cursor(dynamic: text, values)
  }

  /// Describes the damage in a row, or returns nil if each value has the type of its column.
  func finding(_ row: [Value]) -> String? {
    for (column, value) in zip(table.columns, row) where !Self.fits(value, column) {
      let keys = zip(table.columns, row).filter { table.key.contains($0.0.name) }.map(\.1.shown)
      return "row (\(keys.joined(separator: ", "))) of \(table.name): column \(column.name) is damaged"
    }
    return nil
  }

  private static func fits(_ value: Value, _ column: Table.Column) -> Bool {
    switch (value, column.kind) {
    case (.null, _): column.isOptional
    case (.integer, .integer), (.real, .real), (.bytes, .bytes): true
    // Only SQLite can store U+0000.
    case (.text(let text), .text): !text.utf8.contains(0)
    default: false
    }
  }
}

extension Table {
  /// Returns the tables that these migrations create, in order.
  static func all(of migrations: [Migration]) -> [Table] {
    var tables: [Table] = []
    for change in migrations.flatMap(\.changes) {
      switch change {
      case .createTable(let table): tables.append(table)
      case .addColumns(let columns, let name):
        guard let place = tables.firstIndex(where: { $0.name == name }) else { continue }
        tables[place].columns += columns
      case .createIndex, .run, .perform: continue
      }
    }
    return tables
  }
}

extension Value {
  /// The value as shown to a person who looks for the row.
  fileprivate var shown: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .bytes(let value): value.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// The approximate size in memory.
  var byteCount: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let value): value.utf8.count
    case .bytes(let value): value.count
    }
  }

  /// Compares bytes: two strings with equal characters may have different bytes.
  func hash(bytesInto hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .real(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .text(var value):
      hasher.combine(3)
      hasher.combine(value.utf8.count)
      value.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .bytes(let value):
      hasher.combine(4)
      hasher.combine(value.count)
      value.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
