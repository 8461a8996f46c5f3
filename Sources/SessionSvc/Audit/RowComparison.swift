import Storage

/// Compares the rows in use with the rebuilt ones, both in key order.
struct RowComparison {
  /// The number of findings per table that are listed; the others are counted.
  static let namedFindings = 8

  private let table: AuditedTable
  private var named: [String] = []
  private var count = 0

  static func findings(
    _ table: AuditedTable, of user: String, used: Rows, expected: Rows
  ) throws -> [String] {
    var comparison = RowComparison(table: table)
    let left = try used.cursor(table.rows, .text(user))
    let right = try expected.cursor(table.rows, .text(user))
    var found = try left.next()
    var wanted = try right.next()
    while found != nil || wanted != nil {
      switch comparison.order(found, wanted) {
      case .same:
        if found != wanted { comparison.add(found, "differs from the journal") }
        found = try left.next()
        wanted = try right.next()
      case .surplus:
        comparison.add(found, "is not in the journal")
        found = try left.next()
      case .missing:
        comparison.add(wanted, "is missing")
        wanted = try right.next()
      }
    }
    return comparison.findings
  }

  private init(table: AuditedTable) {
    self.table = table
  }

  private enum Order { case same, surplus, missing }

  private func order(_ found: [Value]?, _ wanted: [Value]?) -> Order {
    guard let found else { return .missing }
    guard let wanted else { return .surplus }
    for column in 0..<table.keyColumns where found[column] != wanted[column] {
      return found[column].precedes(wanted[column]) ? .surplus : .missing
    }
    return .same
  }

  private mutating func add(_ row: [Value]?, _ text: String) {
    count += 1
    guard let row, named.count < Self.namedFindings else { return }
    let key = row.prefix(table.keyColumns).map(\.words).joined(separator: ", ")
    named.append("row (\(key)) of \(table.name) \(text)")
  }

  private var findings: [String] {
    count > named.count ? named + ["\(count - named.count) more rows of \(table.name) are wrong"] : named
  }
}

extension Value {
  /// The engine's order: null, numbers, texts by their bytes, bytes.
  func precedes(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    case (.real, .real), (.real, .integer), (.integer, .real): number < other.number
    default: rank < other.rank
    }
  }

  private var number: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: 0
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .bytes: 3
    }
  }

  /// The value as shown to a person who looks for the row.
  var words: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let value): value
    case .bytes(let value): "\(value.count) bytes"
    }
  }
}
