import Foundation
import Storage
import Testing

/// Tests of the copy that is kept before a schema change.
@Suite struct OldSchemaCopyTests {
  private static let third = Migration(3, "colours", [.run("ALTER TABLE notes ADD COLUMN colour TEXT")])
  private static let broken = Migration(
    3, "broken", [.run("UPDATE notes SET n = n + 100"), .run("ALTER TABLE nowhere ADD COLUMN x INTEGER")])

  private func names(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path()).filter { $0.contains("schema") }
      .sorted()
  }

  private func notes(_ path: String, _ migrations: [Migration]) async throws -> [Int] {
    let database = try Database(inspecting: DatabaseAddress(file: path), migrations: migrations)
    defer { database.close() }
    return try await database.read { try $0.notes("ada") }
  }

  @Test("A migration keeps one copy of the old database and removes the previous copy")
  func kept() async throws {
    let scratch = try Scratch()
    let first = try scratch.open()
    try await first.write { try $0.note("ada", 1) }
    first.close()
    try scratch.open().close()
    #expect(try names(scratch).isEmpty, "no migration, no copy")

    let second = try scratch.open([Scratch.notes, MigrationTests.second])
    try await second.write { try $0.note("ada", 2) }
    second.close()
    #expect(try names(scratch) == ["test.sqlite.schema-1"])
    #expect(try await notes(scratch.path + ".schema-1", [Scratch.notes]) == [1])

    try scratch.open([Scratch.notes, MigrationTests.second, Self.third]).close()
    #expect(try names(scratch) == ["test.sqlite.schema-2"])
    #expect(try await notes(scratch.path + ".schema-2", [Scratch.notes, MigrationTests.second]) == [1, 2])
  }

  @Test("After a failed migration, the earlier program opens the file and the copy")
  func failed() async throws {
    let scratch = try Scratch()
    let old = [Scratch.notes, MigrationTests.second]
    let before = try scratch.open(old)
    for n in 0..<50 { try await before.write { try $0.note("ada", n) } }
    before.close()
    for _ in 0..<2 { #expect(throws: DatabaseError.self) { try scratch.open(old + [Self.broken]) } }
    #expect(try names(scratch) == ["test.sqlite.schema-2"])
    for path in [scratch.path, scratch.path + ".schema-2"] {
      #expect(try await notes(path, old) == Array(0..<50))
    }
    let again = try scratch.open(old + [Self.third])
    #expect(try await again.read { try $0.notes("ada") } == Array(0..<50))
    again.close()
  }

  @Test("A disposable database is not copied")
  func disposable() async throws {
    let scratch = try Scratch()
    try scratch.open().close()
    let address = DatabaseAddress(file: scratch.path, isDisposable: true)
    try Database(address, migrations: [Scratch.notes, MigrationTests.second]).close()
    #expect(try names(scratch).isEmpty)
  }

  @Test("Removes only schema copies, by name and age, including partial ones")
  func removed() throws {
    let scratch = try Scratch()
    let others = ["test.sqlite.schema-x", "test.sqlite.schema-", "other.sqlite.schema-1", "test.sqlite.schema-1.zip"]
    let copies = ["test.sqlite.schema-1", "test.sqlite.schema-12.part", "test.sqlite.schema-3"]
    for name in others + copies {
      #expect(FileManager.default.createFile(atPath: scratch.directory.appending(path: name).path(), contents: nil))
    }
    OldSchemaCopies(of: scratch.path).removeAll(olderThan: 3_600)
    #expect(try names(scratch).count == 7)
    let old = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -7_200)]
    for name in others + copies.prefix(1) {
      try FileManager.default.setAttributes(old, ofItemAtPath: scratch.directory.appending(path: name).path())
    }
    OldSchemaCopies(of: scratch.path).removeAll(olderThan: 3_600)
    #expect(try names(scratch) == (others + copies.dropFirst()).sorted())
    OldSchemaCopies(of: scratch.path).removeAll(but: scratch.path + ".schema-3")
    #expect(try names(scratch) == (others + ["test.sqlite.schema-3"]).sorted())
    OldSchemaCopies(of: scratch.path).removeAll()
    #expect(try names(scratch) == others.sorted())
  }

  @Test("Reports the needed space before a copy starts")
  func noRoom() throws {
    let free = try #require(DiskSpace.freeBytes(at: "/tmp/x"))
    let error = #expect(throws: DatabaseError.self) {
      try DiskSpace.check(for: free + (1 << 40), at: "/tmp/x", "a copy")
    }
    #expect(error?.code == .full && error?.message.contains("MiB of free space in /tmp") == true)
    #expect(throws: Never.self) { try DiskSpace.check(for: 1, at: "/tmp/x", "a copy") }
  }
}
