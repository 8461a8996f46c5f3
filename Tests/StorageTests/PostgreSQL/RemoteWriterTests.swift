import Foundation
import PostgresServer
import Synchronization
import Testing

@testable import Storage

@Suite("Remote writer", .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct RemoteWriterTests {
  private let server: PostgresServer

  init() throws {
    server = try #require(PostgresServer.shared)
  }

  private func host(_ address: String) throws -> Database {
    try Database(DatabaseAddress(server: address), migrations: CounterTable.schema, readers: 1)
  }

  @Test("A command takes two round trips")
  func turns() async throws {
    let relay = try PostgresRelay(to: server)
    let database = try host(server.newAddress(through: relay))
    // Prepares the statements, which takes no further round trip.
    for _ in 0..<2 { try await CounterTable.count(database, "ada") }
    _ = relay.takeTurns()
    try await CounterTable.count(database, "ada")
    #expect(relay.takeTurns() == 2)
    database.close()
    relay.end()
  }

  @Test("A group takes as many round trips as one command, and a read takes one")
  func turnsOfGroup() async throws {
    let relay = try PostgresRelay(to: server)
    let database = try host(server.newAddress(through: relay))
    let users = (0..<400).map { "user \($0)" }
    for _ in 0..<2 {
      // Blocks each writer until all commands are queued, so that the groups are as large as possible.
      let hold = Hold()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for user in users.prefix(64) {
          group.addTask {
            try await database.write(user: user) { _ in hold.wait() }
          }
        }
        while hold.count < StorageLimits.remoteWriters { await Task.yield() }
        for user in users { group.addTask { try await CounterTable.count(database, user) } }
        while database.queuedCommands < users.count { await Task.yield() }
        _ = relay.takeTurns()
        hold.end()
        try await group.waitForAll()
      }
    }
    #expect(relay.takeTurns() < 100)
    let commits = relay.commits
    for count in 1...2 {
      _ = relay.takeTurns()
      _ = try await CounterTable.marks(database, "user 1")
      // A read does not wait for the end of its transaction, so the relay may receive it later.
      while relay.commits < commits + count { await Task.yield() }
    }
    #expect(relay.takeTurns() == 2)
    database.close()
    relay.end()
  }

  @Test("Two hosts that count for the same users lose no write")
  func twoHosts() async throws {
    let address = server.newAddress()
    let hosts = [try host(address), try host(address)]
    let users = (0..<8).map { "user \($0)" }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, host) in hosts.enumerated() {
        for user in users {
          for lane in 0..<2 {
            group.addTask {
              for n in 0..<20 { try await CounterTable.count(host, user, "\(index) \(lane) \(n)") }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for user in users {
      let marks = try await CounterTable.marks(hosts[0], user)
      #expect(marks.count == 80 && Set(marks).count == 80)
    }
    for host in hosts { host.close() }
  }

  @Test("A commit with a lost reply is found by its proof, and an unsent one is repeated, each once")
  func lostCommits() async throws {
    let relay = try PostgresRelay(to: server)
    let database = try host(server.newAddress(through: relay))
    let published = Mutex(0)
    try await CounterTable.count(database, "ada", "first")
    for (cut, mark) in [(PostgresRelay.Cut.after, "made"), (.before, "not made"), (.after, "made too")] {
      relay.cutNextCommit(cut)
      let n = try await CounterTable.count(database, "ada", mark)
      published.withLock { $0 = n }
      #expect(relay.isCutDone)
    }
    // A new user has no row to lock.
    relay.cutNextCommit(.after)
    #expect(try await CounterTable.count(database, "bob", "new") == 1)
    #expect(try await CounterTable.marks(database, "ada") == ["first", "made", "not made", "made too"])
    #expect(published.withLock { $0 } == 4)
    #expect(try await CounterTable.marks(database, "bob") == ["new"])
    database.close()
    relay.end()
  }

  @Test("Without a proof a lost commit is undecided, and no command runs twice")
  func undecided() async throws {
    let relay = try PostgresRelay(to: server)
    let database = try host(server.newAddress(through: relay))
    try await CounterTable.count(database, "ada", "first")
    relay.cutNextCommit(.after)
    let error = await #expect(throws: DatabaseError.self) {
      try await CounterTable.count(database, "ada", "second", hasProof: false)
    }
    #expect(error?.code == .undecided && error?.isTransient == true)
    #expect(try await CounterTable.marks(database, "ada") == ["first", "second"])
    database.close()
    relay.end()
  }

  /// With Citus, the coordinator may not know the outcome on a worker.
  @Test("A commit that returned an error is looked up and retried if it was not made")
  func failedCommit() async throws {
    let address = server.newAddress()
    let database = try host(address)
    try await CounterTable.count(database, "ada", "first")
    let schema = try #require(address.split(separator: "D").last)
    try server.run(
      """
      CREATE SEQUENCE \(schema).commits;
      CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('\(schema).commits') = 1 THEN
          RAISE EXCEPTION 'could not commit on at least one machine' USING ERRCODE = 'internal_error';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER refused AFTER INSERT ON \(schema).entries DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION \(schema).refuse();
      """)
    #expect(try await CounterTable.count(database, "ada", "second") == 2)
    #expect(try await CounterTable.marks(database, "ada") == ["first", "second"])
    #expect(try server.run("SELECT last_value FROM \(schema).commits") == "2")
    database.close()
  }

  @Test("An unavailable worker does not affect other users' commands in the group")
  func machineAway() async throws {
    let address = server.newAddress()
    let database = try host(address)
    try await CounterTable.count(database, "near", "first")
    let schema = try #require(address.split(separator: "D").last)
    try server.run(
      """
      CREATE FUNCTION \(schema).away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.user_id LIKE 'far%' THEN
          RAISE EXCEPTION 'connection to the machine failed' USING ERRCODE = 'connection_failure';
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER away BEFORE INSERT ON \(schema).entries FOR EACH ROW EXECUTE FUNCTION \(schema).away();
      """)
    let codes = await withTaskGroup(of: (String, DatabaseError.Code?).self) { group in
      for n in 0..<40 {
        for user in ["far \(n)", "near \(n)"] {
          group.addTask {
            do {
              try await CounterTable.count(database, user, "\(n)")
              return (user, nil)
            } catch {
              return (user, (error as? DatabaseError)?.code)
            }
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = .some($1.1) }
    }
    #expect(codes.count == 80)
    for (user, code) in codes { #expect(code == (user.hasPrefix("far") ? .unreachable : nil), "\(user)") }
    database.close()
  }

  @Test("A failed command is rolled back alone, before and after its writes")
  func undone() async throws {
    let scratch = try Scratch(.postgreSQL)
    let database = try scratch.open()
    try await database.write { try $0.note("ada", 1) }
    let outcomes = await withTaskGroup(of: (Int, DatabaseError.Code?, Bool).self) { group in
      for n in 2..<60 {
        group.addTask {
          do {
            try await database.write { transaction in
              try transaction.note("ada", n)
              // The write is sent before the read, so it must be rolled back at the server.
              if n % 3 == 0 { #expect(try transaction.rows.notes("ada").contains(n)) }
              if n % 3 == 0 || n % 3 == 1 { throw Rejected() }
              if n % 5 == 0 { try transaction.note("ada", 1) }
            }
            return (n, nil, false)
          } catch {
            return (n, (error as? DatabaseError)?.code, error is Rejected)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (n, code, isRejected) in outcomes {
      #expect(isRejected == (n % 3 != 2))
      #expect(code == (n % 3 == 2 && n % 5 == 0 ? .constraint : nil))
    }
    #expect(try await database.read { try $0.notes("ada") } == [1] + (2..<60).filter { $0 % 3 == 2 && $0 % 5 != 0 })
    database.close()
  }

  @Test("Waits for another transaction's lock with a limit")
  func locks() async throws {
    let address = server.newAddress()
    let (database, other) = (try host(address), try host(address))
    try await CounterTable.count(database, "ada", "first")
    let mayContinue = DispatchSemaphore(value: 0)
    let (end, continuation) = AsyncStream.makeStream(of: Void.self)
    await withCheckedContinuation { isHeld in
      other.write(user: "ada") { transaction in
        _ = try transaction.rows.first(CounterTable.query("ada")) { $0.int(0) }
        isHeld.resume()
        mayContinue.wait()
      } completion: { _ in
        continuation.finish()
      }
    }
    let error = await #expect(throws: DatabaseError.self) { try await CounterTable.count(database, "ada", "second") }
    #expect(error?.code == .busy)
    mayContinue.signal()
    for await _ in end {}
    #expect(try await CounterTable.count(database, "ada", "third") == 2)
    for host in [database, other] { host.close() }
  }
}

/// Blocks threads until it is released.
private final class Hold: Sendable {
  private let state = Mutex((count: 0, isOver: false))

  /// The number of blocked threads.
  var count: Int { state.withLock { $0.count } }

  func wait() {
    state.withLock { $0.count += 1 }
    while !state.withLock({ $0.isOver }) { poll(nil, 0, 1) }
  }

  func end() {
    state.withLock { $0.isOver = true }
  }
}
