import Foundation
import Storage
import Synchronization
import Testing

@Suite struct MigrationTests {
  static let second = Migration(
    2, "marks",
    [
      .addColumns([.init("mark", .integer, isOptional: true)], to: "notes"),
      .createIndex("by_mark", on: "notes", columns: ["user_id", "mark"]),
    ])

  @Test("Migrates a file and keeps its rows", arguments: Engine.all)
  func upgrade(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let old = try scratch.open()
    try await old.write { try $0.note("ada", 1) }
    old.close()
    let new = try scratch.open([Scratch.notes, Self.second])
    try await new.write { try $0.run("UPDATE notes SET mark = $1 WHERE user_id = $2", .integer(5), .text("ada")) }
    #expect(try await new.read { try $0.notes("ada") } == [1])
    new.close()
  }

  @Test("Rejects a file of a later program unchanged", arguments: Engine.all)
  func newerSchema(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    try scratch.open([Scratch.notes, Self.second]).close()
    let error = #expect(throws: DatabaseError.self) { try scratch.open() }
    #expect(error?.code == .newerSchema)
    let again = try scratch.open([Scratch.notes, Self.second])
    again.close()
  }

  @Test("Failed migrations leave the file unchanged", arguments: Engine.all)
  func halfWay(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    try scratch.open().close()
    let broken = Migration(3, "broken", [.run("ALTER TABLE nowhere ADD COLUMN x BIGINT")])
    #expect(throws: DatabaseError.self) { try scratch.open([Scratch.notes, Self.second, broken]) }
    // The second migration was rolled back with the third, so it can be applied again.
    let database = try scratch.open([Scratch.notes, Self.second])
    try await database.write { try $0.run("UPDATE notes SET mark = $1", .integer(1)) }
    database.close()
  }

  @Test("Reports schema differences and values of the wrong type")
  func engineFindings() async throws {
    let scratch = try Scratch()
    let migrations = [Scratch.notes, Self.second]
    let database = try scratch.open(migrations)
    try await database.write { try $0.note("ada", 1) }
    #expect(try await database.read { try $0.engineFindings(migrations) } == [])
    try await database.write { try $0.run("UPDATE notes SET mark = x''") }
    let kinds = ["1 rows of notes have values of the wrong type"]
    #expect(try await database.read { try $0.engineFindings(migrations) } == kinds)
    // A flipped bit in a column's name: SQLite sees another column and reports nothing.
    try await database.write { transaction in
      try transaction.run("PRAGMA writable_schema = ON")
      try transaction.run("UPDATE sqlite_master SET sql = replace(sql, 'mark', 'oark') WHERE name = 'notes'")
      try transaction.run("DROP INDEX by_mark")
    }
    let found = try await database.read { try $0.engineFindings(migrations) }
    #expect(
      found == [
        "the index by_mark differs from this program's schema", "the table notes differs from this program's schema",
      ])
    database.close()
  }

  @Test("Reports a damaged table definition that SQLite accepts")
  func typeOfBytes() async throws {
    let scratch = try Scratch()
    let migrations = [Scratch.notes]
    let database = try scratch.open(migrations)
    try await database.write { transaction in
      try transaction.run("PRAGMA writable_schema = ON")
      try transaction.run("UPDATE sqlite_master SET type = CAST(type AS BLOB) WHERE name = 'notes'")
    }
    let found = try await database.read { try $0.engineFindings(migrations) }
    #expect(found == ["the table notes differs from this program's schema"])
    database.close()
  }

  @Test("The file is private and synchronous=FULL")
  func permissions() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let level = try await database.write { try $0.rows.first("PRAGMA synchronous") { $0.int(0) } }
    let journal = try await database.write { try $0.rows.first("PRAGMA journal_mode") { $0.text(0) } }
    #expect(level == 2)
    #expect(journal == "wal")
    database.close()
  }

  @Test("Rejects a file that is not a database")
  func noDatabase() throws {
    let scratch = try Scratch()
    try Data(
      "this is a letter, and no database at all; it is long enough for a header of one hundred bytes or more".utf8
    )
    .write(to: URL(filePath: scratch.path))
    let error = #expect(throws: DatabaseError.self) { try scratch.open() }
    #expect(error?.code == .corrupt)
  }

  @Test("Two processes can write to the same file")
  func twoWriters() async throws {
    let scratch = try Scratch()
    let first = try scratch.open()
    let second = try scratch.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for n in 0..<40 {
        group.addTask { try await (n % 2 == 0 ? first : second).write { try $0.note("ada", n) } }
      }
      try await group.waitForAll()
    }
    #expect(try await first.read { try $0.notes("ada") } == Array(0..<40))
    first.close()
    second.close()
  }

  @Test("Another process can write while one writes continuously")
  func turns() async throws {
    let scratch = try Scratch()
    let busy = try scratch.open()
    let over = Flag()
    let flood = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for lane in 0..<32 {
          group.addTask {
            var n = 0
            while !over.isUp.load(ordering: .relaxed) {
              try await busy.write { [n] in try $0.note("lane \(lane)", n) }
              n += 1
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let other = try scratch.open()
    for n in 0..<5 { try await other.write { try $0.note("ada", n) } }
    over.isUp.store(true, ordering: .relaxed)
    try await flood.value
    #expect(try await busy.read { try $0.notes("ada") } == [0, 1, 2, 3, 4])
    busy.close()
    other.close()
  }
}

private final class Flag: Sendable {
  let isUp = Atomic(false)
}
