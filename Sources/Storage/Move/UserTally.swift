/// The number of rows and a hash per table of one user, for comparing the source with the target.
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
    // The order of the rows matters.
    tables[table, default: Rows()].sum = tables[table, default: Rows()].sum &* 31 &+ hasher.finalize()
  }

  /// Describes the first difference, or returns nil if there is none.
  func difference(from other: UserTally, _ names: [String]) -> String? {
    guard user == other.user else { return "rows of \(user) were read but rows of \(other.user) arrived" }
    for table in names.indices where tables[table] != other.tables[table] {
      let (read, arrived) = (tables[table]?.count ?? 0, other.tables[table]?.count ?? 0)
      return read == arrived
        ? "a row of \(user) in table \(names[table]) was changed by the copy"
        : "\(read) rows of \(user) in table \(names[table]) were read but \(arrived) arrived"
    }
    return nil
  }
}
