/// The speed of the disk without group commit: one row, one commit, one sync. Benchmarks use it as a baseline.
public enum CommitProbe {
  /// Inserts rows with one commit each into a new file and returns the rate per second.
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
