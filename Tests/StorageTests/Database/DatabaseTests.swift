import Foundation
import Storage
import Synchronization
import Testing

@Suite struct DatabaseTests {
  @Test(
    "Rejects mistyped addresses",
    arguments: [
      ("sqlite:x", true), ("sqlite:///a/b", true), ("/a/b", true), ("./b", true), ("../b", true), ("", false),
      ("postgresql://h/db", true), ("postgres://h/db", true), ("x", false), ("nodir/y", false), ("sqlite", false),
      ("sqlite:", false), ("postgres:/h/db", false), ("postgresql:h/db", false), ("host=h dbname=w", false),
      ("mysql://h/db", false), ("/a://b", false),
    ])
  func addresses(text: String, isAddress: Bool) {
    #expect((DatabaseAddress(parsing: text) != nil) == isAddress)
  }

  @Test("Written rows are readable, even after reopening", arguments: Engine.all)
  func writesLast(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let first = try scratch.open()
    try await first.write { try $0.note("ada", 1, [1, 2, 3]) }
    #expect(try await first.read { try $0.notes("ada") } == [1])
    first.close()
    let second = try scratch.open()
    let body = try await second.read {
      try $0.first("SELECT body FROM notes WHERE user_id = $1", .text("ada")) { $0.bytes(0) }
    }
    #expect(body == [1, 2, 3])
    second.close()
  }

  @Test("A failed command is rolled back alone", arguments: Engine.all)
  func savepoints(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let outcomes = await withTaskGroup(of: (Int, Bool).self) { group in
      for n in 0..<200 {
        group.addTask {
          do {
            try await database.write { transaction in
              try transaction.note("ada", n)
              if n % 3 == 0 { throw Rejected() }
            }
            return (n, true)
          } catch {
            return (n, false)
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(outcomes.allSatisfy { $0.value == ($0.key % 3 != 0) })
    #expect(try await database.read { try $0.notes("ada") } == (0..<200).filter { $0 % 3 != 0 })
    database.close()
  }

  @Test(
    "Publishes after the commit and before completion, and never for a failed command",
    arguments: Engine.all)
  func publications(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let published = Mutex<[Int]>([])
    try await database.write { transaction in
      try transaction.note("ada", 1)
      transaction.afterCommit { published.withLock { $0.append(1) } }
    }
    #expect(published.withLock { $0 } == [1])
    await #expect(throws: Rejected.self) {
      try await database.write { transaction in
        transaction.afterCommit { published.withLock { $0.append(2) } }
        throw Rejected()
      }
    }
    #expect(published.withLock { $0 } == [1])
    database.close()
  }

  @Test("A failed commit fails every command of the group and publishes nothing")
  func failedCommit() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let published = Mutex(0)
    // A command that ends the transaction leaves nothing to commit, like a full disk.
    await #expect(throws: DatabaseError.self) {
      try await database.write { transaction in
        try transaction.note("ada", 1)
        transaction.afterCommit { published.withLock { $0 += 1 } }
        try transaction.run("ROLLBACK")
      }
    }
    #expect(published.withLock { $0 } == 0)
    #expect(try await database.read { try $0.notes("ada") } == [])
    try await database.write { try $0.note("ada", 2) }
    #expect(try await database.read { try $0.notes("ada") } == [2])
    database.close()
  }

  @Test("A full disk fails the command, and writes continue when there is space")
  func fullDisk() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let pages = try await database.write { transaction in
      try transaction.rows.first("PRAGMA page_count") { $0.int(0) } ?? 0
    }
    _ = pages
    _ = try await database.write { try $0.rows.first("PRAGMA max_page_count = 8") { $0.int(0) } }
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { try $0.note("ada", 2, [UInt8](repeating: 7, count: 200_000)) }
    }
    #expect(error?.code == .full)
    try await database.write { try $0.note("ada", 3) }
    #expect(try await database.read { try $0.notes("ada") } == [1, 3])
    database.close()
  }

  @Test("Reads see every acknowledged write", arguments: Engine.all)
  func readsFollowWrites(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for user in ["ada", "bob", "cleo"] {
        group.addTask {
          for n in 0..<50 {
            try await database.write { try $0.note(user, n) }
            let seen = try await database.read { try $0.notes(user) }
            #expect(seen == Array(0...n))
          }
        }
      }
      try await group.waitForAll()
    }
    database.close()
  }

  @Test("A closed database finishes queued work and rejects new work", arguments: Engine.all)
  func closing(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let done = Mutex(0)
    for n in 0..<100 {
      database.write({ try $0.note("ada", n) }) { result in
        if case .success = result { done.withLock { $0 += 1 } }
      }
    }
    database.close()
    #expect(done.withLock { $0 } == 100)
    let error = await #expect(throws: DatabaseError.self) { try await database.write { try $0.note("ada", 200) } }
    #expect(error?.code == .closed)
    await #expect(throws: DatabaseError.self) { try await database.read { try $0.notes("ada") } }
    database.close()
  }

  @Test("Stores and returns values of every type, including empty ones", arguments: Engine.all)
  func values(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let kinds = Migration(
      1, "kinds",
      [
        .createTable(
          Table(
            "kinds",
            [
              .init("user_id", .text), .init("i", .integer), .init("r", .real), .init("t", .text), .init("b", .bytes),
              .init("o", .text, isOptional: true),
            ], key: ["user_id"]))
      ])
    let database = try scratch.open([kinds])
    try await database.write { transaction in
      try transaction.run(
        "INSERT INTO kinds (o, b, t, r, i, user_id) VALUES ($6, $5, $4, $3, $2, $1)",
        .text("ada"), .integer(Int64.min), .real(0.1), .text(""), .bytes([]), .optional(String?.none))
    }
    let same = try await database.read { rows in
      try rows.first("SELECT i, r, t, b, o FROM kinds WHERE user_id = $1 AND user_id = $1", .text("ada")) { row in
        row.integer(0) == .min && row.real(1) == 0.1 && row.text(2) == "" && row.bytes(3) == []
          && !row.isNull(3) && row.optionalText(4) == nil
      }
    }
    #expect(same == true)
    database.close()
  }
}
