/// What the disk allows without groups: one row, one commit, one sync. Benchmarks compare with it.
public enum CommitProbe {
  /// Inserts so many rows with a commit each into a new file, and says how many that makes a second.
  public static func insertsPerSecond(path: String, count: Int) throws -> Double {
    let table = Table(
      "rows", [.init("user_id", .text), .init("n", .integer), .init("body", .bytes)], key: ["user_id", "n"])
    let driver = SQLiteDriver(path: path)
    try driver.prepare([Migration(1, "rows", [.createTable(table)])])
    let connection = try driver.openWriter()
    let body = [UInt8](repeating: 7, count: 100)
    let start = monotonicNanoseconds()
    for n in 0..<count {
      try connection.run(
        "INSERT INTO rows (user_id, n, body) VALUES ($1, $2, $3)", [.text("ada"), .integer(n), .bytes(body)])
    }
    return Double(count) / (Double(monotonicNanoseconds() - start) / 1e9)
  }
}
