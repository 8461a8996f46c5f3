/// How many rows of a user there are in each table, and what they add up to: the same in the source and in the target.
struct UserTally: Equatable {
  struct Rows: Equatable {
    var count = 0
    var sum = 0
  }

  var user: String
  private(set) var tables: [Int: Rows] = [:]

  init(_ user: String) {
    self.user = user
  }

  mutating func add(_ row: [Value], of table: Int) {
    var hasher = Hasher()
    for value in row { value.hash(bytesInto: &hasher) }
    tables[table, default: Rows()].count += 1
    // The order counts.
    tables[table, default: Rows()].sum = tables[table, default: Rows()].sum &* 31 &+ hasher.finalize()
  }

  /// What differs in `other`; nil where nothing does.
  func difference(from other: UserTally, _ names: [String]) -> String? {
    guard user == other.user else { return "\(user) was read, and \(other.user) arrived" }
    for table in names.indices where tables[table] != other.tables[table] {
      let (read, arrived) = (tables[table]?.count ?? 0, other.tables[table]?.count ?? 0)
      return read == arrived
        ? "a row of \(names[table]) of \(user) arrived as another one"
        : "\(read) rows of \(names[table]) of \(user) were read, and \(arrived) arrived"
    }
    return nil
  }
}
