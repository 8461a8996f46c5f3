import PostgresServer
import Synchronization
import Testing

@testable import Storage

@Suite(
  "Messages between processes", .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed")
)
struct MessagesTests {
  /// Collects the words that one process has received.
  private final class Receiver: Sendable {
    private let state = Mutex<(words: Set<String>, losses: Int)>(([], 0))

    var words: Set<String> { state.withLock(\.words) }
    var losses: Int { state.withLock(\.losses) }

    func receive(_ words: [String]) {
      state.withLock { state in
        if words.isEmpty { state.losses += 1 }
        state.words.formUnion(words)
      }
    }
  }

  private func open(_ address: String) throws -> (Database, Receiver) {
    let database = try Database(DatabaseAddress(server: address), migrations: CounterTable.schema)
    let ear = Receiver()
    try database.listen(ear.receive)
    return (database, ear)
  }

  private func until(_ condition: () throws -> Bool) async throws {
    let end = ContinuousClock().now + .seconds(60)
    while try !condition() {
      try #require(ContinuousClock().now < end)
      await Task.yield()
    }
  }

  @Test("Words reach the other processes, even after the server ends all connections")
  func received() async throws {
    let server = try #require(PostgresServer.shared)
    let address = server.newAddress() + "&application_name=messages"
    let (first, near) = try open(address)
    let (second, far) = try open(address)
    // Another schema is another database.
    let (third, stranger) = try open(server.newAddress())
    try await until { near.losses == 1 && far.losses == 1 && stranger.losses == 1 }
    for round in 1...3 {
      for number in 0..<2_000 { first.send("\(round) \(number) with 'quotes' and \\") }
      try await until { far.words.count == round * 2_000 }
      second.send("\(round)")
      try await until { near.words.count == round }
      let before = (near.losses, far.losses)
      _ = try server.run(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = 'messages'")
      // A connection may be lost twice.
      try await until { near.losses > before.0 && far.losses > before.1 }
    }
    #expect(near.words == ["1", "2", "3"])
    #expect(stranger.words.isEmpty)
    for database in [first, second, third] { database.close() }
  }

  @Test("Packs words into few messages and drops one that is too long")
  func packed() {
    let words = Set((0..<5_000).map { "user-\($0)" })
    let texts = Messages.texts(words.union([String(repeating: "x", count: 9_000)]))
    #expect(texts.allSatisfy { $0.utf8.count <= StorageLimits.messageBytes })
    #expect(Set(texts.flatMap { $0.split(separator: "\n").map(String.init) }) == words)
    #expect(texts.count <= words.reduce(0) { $0 + $1.utf8.count + 1 } / StorageLimits.messageBytes + 1)
    #expect(Messages.texts([]).isEmpty)
  }

  @Test("A file database sends and receives no messages")
  func alone() throws {
    let scratch = try Scratch()
    let database = try Database(path: scratch.path, migrations: CounterTable.schema)
    let ear = Receiver()
    try database.listen(ear.receive)
    database.send("word")
    #expect(ear.words.isEmpty && ear.losses == 0)
    database.close()
  }
}
