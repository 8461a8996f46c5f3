import Foundation
import Storage
import Synchronization
import Testing

@Suite("Rejected commands")
struct RejectionTests {
  @Test("A rejection completes only after the commit of what it saw", arguments: Engine.all)
  func waitsForTheCommit(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try scratch.open()
    let group = HeldGroup(on: database)
    let order = Mutex<[String]>([])
    group.add { transaction in
      try transaction.note("ada", 1)
      transaction.afterCommit { order.withLock { $0.append("committed") } }
    } completion: { _ in
      order.withLock { $0.append("written") }
    }
    group.add { transaction in
      #expect(try transaction.rows.notes("ada") == [1])
      throw Rejected()
    } completion: { result in
      #expect(throws: Rejected.self) { try result.get() }
      order.withLock { $0.append("rejected") }
    }
    await group.run()
    #expect(order.withLock { $0 } == ["committed", "written", "rejected"])
    database.close()
  }

  @Test("A failed commit also fails rejected commands")
  func failedCommit() async throws {
    let scratch = try Scratch()
    let database = try scratch.open([Scratch.notes, Scratch.references])
    try await database.checkReferences()
    let codes = Mutex<[DatabaseError.Code?]>([])
    let group = HeldGroup(on: database)
    for n in 0..<4 {
      group.add { transaction in
        if n == 3 { try transaction.run("INSERT INTO children (n) VALUES (7)") }
        if n % 2 == 1 { try transaction.note("ada", n) }
        if n % 2 == 0 { throw Rejected() }
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

  @Test("A group runs once unless a command fails; then it runs again, and only the failed command leaves nothing")
  func runsAgain() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    for isFailing in [false, true] {
      let runs = Mutex<[Int]>(Array(repeating: 0, count: 6))
      let published = Mutex<[Int]>([])
      let failed = Mutex<[Int]>([])
      let group = HeldGroup(on: database)
      for n in 0..<6 {
        group.add { transaction in
          runs.withLock { $0[n] += 1 }
          try transaction.note(isFailing ? "bob" : "ada", n)
          transaction.afterCommit { published.withLock { $0.append(n) } }
          if isFailing, n == 3 { throw Rejected() }
        } completion: { result in
          if case .failure = result { failed.withLock { $0.append(n) } }
        }
      }
      await group.run()
      #expect(runs.withLock { $0 } == (isFailing ? [2, 2, 2, 2, 1, 1] : [1, 1, 1, 1, 1, 1]))
      #expect(published.withLock { $0 } == (isFailing ? [0, 1, 2, 4, 5] : [0, 1, 2, 3, 4, 5]))
      #expect(failed.withLock { $0 } == (isFailing ? [3] : []))
    }
    #expect(try await database.read { try $0.notes("ada") } == [0, 1, 2, 3, 4, 5])
    #expect(try await database.read { try $0.notes("bob") } == [0, 1, 2, 4, 5])
    database.close()
  }

  @Test("A command that fails alone runs once")
  func aloneOnce() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let runs = Mutex(0)
    await #expect(throws: Rejected.self) {
      try await database.write { transaction in
        runs.withLock { $0 += 1 }
        try transaction.note("ada", 1)
        throw Rejected()
      }
    }
    #expect(runs.withLock { $0 } == 1)
    #expect(try await database.read { try $0.notes("ada") } == [])
    database.close()
  }

  @Test("A command that hides the loss of the transaction fails, and what is acknowledged is there")
  func hiddenLoss() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let codes = Mutex<[DatabaseError.Code?]>([])
    let group = HeldGroup(on: database)
    let bodies: [@Sendable (Transaction) throws -> Void] = [
      { try $0.note("ada", 1) },
      { try $0.run("ROLLBACK") },
      { try $0.note("ada", 2) },
      { try $0.note("ada", 3) },
    ]
    for body in bodies {
      group.add(body) { result in codes.withLock { $0.append(result.databaseError) } }
    }
    await group.run()
    #expect(codes.withLock { $0 } == [.notCommitted, .notCommitted, nil, nil])
    #expect(try await database.read { try $0.notes("ada") } == [2, 3])
    database.close()
  }

  @Test("If a command loses the transaction, earlier ones fail and later ones run again")
  func lostTransaction() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    let codes = Mutex<[DatabaseError.Code?]>([])
    let group = HeldGroup(on: database)
    let bodies: [@Sendable (Transaction) throws -> Void] = [
      { try $0.note("ada", 1) },
      { _ in throw Rejected() },
      { transaction in
        try transaction.run("ROLLBACK")
        throw Rejected()
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

  @Test("Reads never see uncommitted rows")
  func readsSeeOnlyCommitted() async throws {
    let scratch = try Scratch()
    let database = try scratch.open([Scratch.notes, Scratch.references])
    try await database.checkReferences()
    let mayCommit = DispatchSemaphore(value: 0)
    let code = Mutex<DatabaseError.Code?>(nil)
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    await withCheckedContinuation { isWritten in
      database.write { transaction in
        try transaction.note("ada", 1)
        try transaction.run("INSERT INTO children (n) VALUES (7)")
        isWritten.resume()
        mayCommit.wait()
      } completion: { result in
        code.withLock { $0 = result.databaseError }
        continuation.finish()
      }
    }
    #expect(try await database.read { try $0.notes("ada") } == [])
    mayCommit.signal()
    for await _ in end {}
    #expect(code.withLock { $0 } == .notCommitted)
    #expect(try await database.read { try $0.notes("ada") } == [])
    database.close()
  }

  @Test("A group of only rejections writes nothing")
  func nothingWritten() async throws {
    let scratch = try Scratch()
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let log = scratch.path + "-wal"
    let before = try FileManager.default.attributesOfItem(atPath: log)
    for _ in 0..<20 {
      await #expect(throws: Rejected.self) {
        try await database.write { transaction in
          #expect(try transaction.rows.notes("ada") == [1])
          throw Rejected()
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
