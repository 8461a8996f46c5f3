import CPages
import Foundation
import SeededRandom
import Testing

@testable import Storage

/// The remains of deleted rows in a SQLite file.
@Suite("Clean pages")
struct CleanPagesTests {
  /// A page with a header, as SQLite describes it.
  private func page(_ kind: UInt8, cells: Int, content: Int, size: Int = 4_096, head: Int = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 1, count: size)
    bytes.replaceSubrange(
      head..<head + 8,
      with: [kind, 0, 0, UInt8(cells >> 8), UInt8(cells & 255), UInt8(content >> 8 & 255), UInt8(content & 255), 0])
    return bytes
  }

  private func unusedPart(_ page: [UInt8], at offset: Int64 = 4_096) -> Range<Int>? {
    var (start, end): (Int32, Int32) = (0, 0)
    guard waymark_unused_part(page, Int32(page.count), offset, &start, &end) != 0 else { return nil }
    return Int(start)..<Int(end)
  }

  @Test("The unused part is between the list of cells and the cells")
  func unused() {
    #expect(unusedPart(page(10, cells: 3, content: 4_000)) == 14..<4_000)
    #expect(unusedPart(page(13, cells: 0, content: 4_096)) == 8..<4_096)
    #expect(unusedPart(page(2, cells: 3, content: 4_000)) == 18..<4_000)
    #expect(unusedPart(page(5, cells: 3, content: 4_000)) == 18..<4_000)
    #expect(unusedPart(page(13, cells: 1, content: 3_000, head: 100), at: 0) == 110..<3_000)
    #expect(unusedPart(page(10, cells: 1, content: 0, size: 65_536), at: 65_536) == 10..<65_536)
  }

  @Test("A page of another kind, a full page and a malformed page have none")
  func none() {
    for kind in [0, 1, 3, 4, 6, 7, 8, 9, 11, 12, 14, 255] as [UInt8] {
      #expect(unusedPart(page(kind, cells: 3, content: 4_000)) == nil, "\(kind)")
    }
    #expect(unusedPart(page(10, cells: 2, content: 12)) == nil)
    #expect(unusedPart(page(10, cells: 2_000, content: 100)) == nil)
    #expect(unusedPart(page(10, cells: 1, content: 4_097)) == nil)
    #expect(unusedPart(page(10, cells: 1, content: 0)) == nil)
    #expect(unusedPart(page(10, cells: 3, content: 400, size: 500), at: 500) == nil)
    #expect(unusedPart(page(10, cells: 3, content: 4_000), at: 100) == nil)
  }

  private static let table = Table("t", [.init("k", .bytes), .init("v", .text)], key: ["k"])

  /// Counts a word in the file and its log, without a copy of the rest for each hit.
  private func occurrences(of word: String, in path: String) throws -> Int {
    let wanted = Array(word.utf8)
    return try [path, path + "-wal"].reduce(0) { count, name in
      try Data(contentsOf: URL(fileURLWithPath: name)).withUnsafeBytes { bytes in
        guard var next = bytes.baseAddress else { return count }
        let end = next + bytes.count
        var found = count
        while let start = memchr(next, Int32(wanted[0]), end - next) {
          if end - UnsafeRawPointer(start) >= wanted.count, memcmp(start, wanted, wanted.count) == 0 { found += 1 }
          next = UnsafeRawPointer(start) + 1
        }
        return found
      }
    }
  }

  @Test("Deleted rows leave nothing, and the rest stays, without a copy of the file", arguments: [1, 2, 3])
  func remains(seed: UInt64) async throws {
    let scratch = try Scratch()
    let database = try Database(
      scratch.address, migrations: [Migration(1, "first", [.createTable(Self.table)])])
    var dice = SplitMix(seed: seed)
    for _ in 0..<40 {
      let rows = (0..<200).map { _ in
        let name = dice.next() % 2 == 0 ? "secret" : "public"
        let length = Int(dice.next() % 10 == 0 ? dice.next() % 6_000 : dice.next() % 200)
        return (key: (0..<16).map { _ in UInt8(truncatingIfNeeded: dice.next()) }, name: name, length: length)
      }
      try await database.write { transaction in
        for row in rows {
          try transaction.run(
            "INSERT INTO t (k, v) VALUES ($1, $2)", .bytes(row.key),
            .text(row.name + String(repeating: "x", count: row.length)))
        }
      }
    }
    let count = try await database.read { try $0.first("SELECT COUNT(*) FROM t WHERE v LIKE 'public%'") { $0.int(0) } }
    try await database.write { try $0.run("DELETE FROM t WHERE v LIKE 'secret%'") }
    let pages = try await database.read { try $0.first("SELECT page_count FROM pragma_page_count()") { $0.int(0) } }
    #expect(try occurrences(of: "secret", in: scratch.path) > 0)
    try await database.scrub()
    #expect(try occurrences(of: "secret", in: scratch.path) == 0)
    // A copy would be smaller.
    let after = try await database.read { rows in
      (
        try rows.first("SELECT page_count FROM pragma_page_count()") { $0.int(0) },
        try rows.first("SELECT COUNT(*) FROM t WHERE v LIKE 'public%'") { $0.int(0) },
        try rows.first("SELECT integrity_check FROM pragma_integrity_check()") { $0.text(0) }
      )
    }
    #expect(after.0 == pages && after.1 == count && after.2 == "ok")
  }

  @Test("A file of an earlier version is written again once")
  func earlier() async throws {
    let scratch = try Scratch()
    let first = Migration(1, "first", [.createTable(Self.table)])
    let address = scratch.address
    let database = try Database(address, migrations: [first])
    try await database.write { try $0.run("INSERT INTO t (k, v) VALUES ($1, $2)", .bytes([1]), .text("public")) }
    database.close()
    func mark(_ value: Int) throws {
      let connection = try SQLiteConnection(path: scratch.path, cacheKibibytes: 1_024)
      try connection.script("PRAGMA application_id = \(value)")
    }
    func mark() throws -> String {
      try SQLiteConnection(path: scratch.path, cacheKibibytes: 1_024).firstValue("PRAGMA application_id")
    }
    let clean = try mark()
    #expect(clean != "0")
    try mark(0)
    try address.driver.scrub()
    #expect(try mark() == clean)
    try mark(0)
    let second = Migration(2, "second", [.createIndex("by_value", on: "t", columns: ["v"])])
    let upgraded = try Database(address, migrations: [first, second])
    #expect(try mark() == clean)
    #expect(try await upgraded.read { try $0.first("SELECT v FROM t") { $0.text(0) } } == "public")
  }
}
