import Foundation
import Storage
import Synchronization
import Testing

@Suite("A command that is refused")
struct RefusalTests {
  @Test("It is answered when what it saw is on the disk, and not before", arguments: Engine.all)
  func waitsForTheCommit(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let group = WrittenTogether(on: database)
    let order = Mutex<[String]>([])
    group.add { transaction in
      try transaction.note("ada", 1)
      transaction.afterCommit { order.withLock { $0.append("committed") } }
    } completion: { _ in
      order.withLock { $0.append("written") }
    }
    group.add { transaction in
      #expect(try transaction.rows.notes("ada") == [1])
      throw Refused()
    } completion: { result in
      #expect(throws: Refused.self) { try result.get() }
      order.withLock { $0.append("refused") }
    }
    await group.run()
    #expect(order.withLock { $0 } == ["committed", "written", "refused"])
    database.close()
  }

  @Test("Where the commit fails it is not committed either, and what it saw is gone")
  func failedCommit() async throws {
    let scratch = try Scratch()
    let database = try scratch.open([Scratch.notes, Scratch.references])
    try await database.checkReferences()
    let codes = Mutex<[DatabaseError.Code?]>([])
    let group = WrittenTogether(on: database)
    for n in 0..<4 {
      group.add { transaction in
        if n == 3 { try transaction.run("INSERT INTO children (n) VALUES (7)") }
        if n % 2 == 1 { try transaction.note("ada", n) }
        if n % 2 == 0 { throw Refused() }
      } completion: { result in
        codes.withLock { $0.append(result.databaseError) }
      }
    }
    await group.run()
    #expect(codes.withLock { $0 } == [.notCommitted, .notCommitted, .notCommitted, .notCommitted])
    #expect(try await database.read { try $0.notes("ada") } == [])
    try await database.write { try $0.note("ada", 9) }
    #expect(try await database.read { try $0.notes("ada") } == [9])
    database.close()
  }

  @Test("Where a later command loses the transaction, the earlier ones are not committed, and the rest is tried anew")
  func lostTransaction() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let codes = Mutex<[DatabaseError.Code?]>([])
    let group = WrittenTogether(on: database)
    let bodies: [@Sendable (Transaction) throws -> Void] = [
      { try $0.note("ada", 1) },
      { _ in throw Refused() },
      { transaction in
        try transaction.run("ROLLBACK")
        throw Refused()
      },
      { try $0.note("ada", 2) },
    ]
    for body in bodies {
      group.add(body) { result in codes.withLock { $0.append(result.databaseError) } }
    }
    await group.run()
    #expect(codes.withLock { $0 } == [.notCommitted, .notCommitted, .notCommitted, nil])
    #expect(try await database.read { try $0.notes("ada") } == [2])
    database.close()
  }

  @Test("Nothing is read of what is not committed: not while the group runs, and not after its commit failed")
  func readsSeeCommittedAlone() async throws {
    let scratch = try Scratch()
    let database = try scratch.open([Scratch.notes, Scratch.references])
    try await database.checkReferences()
    let mayCommit = DispatchSemaphore(value: 0)
    let code = Mutex<DatabaseError.Code?>(nil)
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    await withCheckedContinuation { isWritten in
      database.write { transaction in
        try transaction.note("ada", 1)
        try transaction.run("INSERT INTO children (n) VALUES (7)")
        isWritten.resume()
        mayCommit.wait()
      } completion: { result in
        code.withLock { $0 = result.databaseError }
        answer.finish()
      }
    }
    #expect(try await database.read { try $0.notes("ada") } == [])
    mayCommit.signal()
    for await _ in answers {}
    #expect(code.withLock { $0 } == .notCommitted)
    #expect(try await database.read { try $0.notes("ada") } == [])
    database.close()
  }

  @Test("A group of refusals alone writes nothing")
  func nothingWritten() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let log = scratch.path + "-wal"
    let before = try FileManager.default.attributesOfItem(atPath: log)
    for _ in 0..<20 {
      await #expect(throws: Refused.self) {
        try await database.write { transaction in
          #expect(try transaction.rows.notes("ada") == [1])
          throw Refused()
        }
      }
    }
    let after = try FileManager.default.attributesOfItem(atPath: log)
    #expect(before[.size] as? Int == after[.size] as? Int)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    database.close()
  }
}

extension Result {
  var databaseError: DatabaseError.Code? {
    if case .failure(let error as DatabaseError) = self { error.code } else { nil }
  }
}
