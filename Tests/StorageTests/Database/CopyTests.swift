import CSQLite
import Foundation
import Storage
import Testing

@Suite struct CopyTests {
  private func notes(of path: String) async throws -> [Int] {
    let copy = try Database(inspecting: DatabaseAddress(file: path), migrations: [Scratch.notes])
    defer { copy.close() }
    #expect(try await copy.read { try $0.engineFindings([Scratch.notes]) } == [])
    return try await copy.read { try $0.notes("ada") }
  }

  @Test("A copy during writes contains one state")
  func whileWriting() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let filler = [UInt8](repeating: 7, count: 2_000)
    for n in 0..<400 { try await database.write { try $0.note("old", n, filler) } }
    let address = database.address
    let writing = Task {
      var n = 0
      while !Task.isCancelled {
        // Writes two rows per transaction: a copy contains both or neither.
        try await database.write { [n] in
          try $0.note("ada", 2 * n)
          try $0.note("ada", 2 * n + 1)
        }
        n += 1
      }
      return 2 * n
    }
    var sizes: [Int] = []
    for round in 0..<4 {
      let path = scratch.path + ".copy\(round)"
      try await Task.detached { try address.copy(to: path) }.value
      let found = try await notes(of: path)
      #expect(found == Array(0..<found.count) && found.count % 2 == 0)
      sizes.append(found.count)
    }
    writing.cancel()
    let written = try await writing.value
    #expect(sizes == sizes.sorted() && (sizes.last ?? 0) <= written)
    database.close()
  }

  @Test("A copy contains no deleted bytes")
  func deleted() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let secret = Array("the-secret-of-ada-that-must-not-be-found".utf8)
    for n in 0..<200 { try await database.write { try $0.note(n % 2 == 0 ? "ada" : "bob", n, secret) } }
    try await database.write { try $0.run("DELETE FROM notes WHERE user_id = 'ada'") }
    try await database.write { try $0.run("UPDATE notes SET body = x'00'") }
    let path = scratch.path + ".copy"
    try database.address.copy(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.range(of: Data(secret)) == nil && bytes.range(of: Data("ada".utf8)) == nil)
    #expect(bytes.range(of: Data("bob".utf8)) != nil)
    database.close()
  }

  @Test("A copy is private and never overwrites a file")
  func target() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let path = scratch.path + ".copy"
    try database.address.copy(to: path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: DatabaseError.self) { try database.address.copy(to: path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    database.close()
  }

  @Test("A failed copy leaves no file")
  func noDatabase() throws {
    let scratch = try Scratch()
    try Data(String(repeating: "this is a letter, and no database. ", count: 100).utf8)
      .write(to: URL(filePath: scratch.path))
    let path = scratch.path + ".copy"
    #expect(throws: DatabaseError.self) { try DatabaseAddress(file: scratch.path).copy(to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Inspection changes neither a current nor an older file")
  func inspecting() async throws {
    let scratch = try Scratch()
    let old = try scratch.open()
    try await old.write { try $0.note("ada", 1) }
    old.close()
    let before = try Data(contentsOf: URL(filePath: scratch.path))
    let migrations = [Scratch.notes, MigrationTests.second]
    let inspected = try Database(inspecting: DatabaseAddress(file: scratch.path), migrations: migrations)
    #expect(try await inspected.read { try $0.notes("ada") } == [1])
    #expect(try await inspected.read { try $0.first("SELECT mark FROM notes") { $0.isNull(0) } } == true)
    #expect(try await inspected.read { try $0.engineFindings(migrations) } == [])
    await #expect(throws: DatabaseError.self) { try await inspected.write { try $0.note("ada", 2) } }
    inspected.close()
    #expect(try Data(contentsOf: URL(filePath: scratch.path)) == before)

    try scratch.open(migrations).close()
    let later = #expect(throws: DatabaseError.self) {
      try Database(inspecting: DatabaseAddress(file: scratch.path), migrations: [Scratch.notes])
    }
    #expect(later?.code == .newerSchema && later?.message.contains(scratch.path) == true)
  }
}
