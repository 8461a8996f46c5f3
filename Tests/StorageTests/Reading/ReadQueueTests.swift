import Foundation
import Synchronization
import Testing

@testable import Storage

private final class MarkedRead: ReadRequest {
  let mark: String
  let code = Mutex<DatabaseError.Code?>(nil)

  init(_ mark: String) { self.mark = mark }

  func perform(on rows: Rows) -> (any Error)? { nil }

  func complete(with error: (any Error)?) {
    code.withLock { $0 = (error as? DatabaseError)?.code }
  }
}

extension ReadQueue {
  @discardableResult
  fileprivate func add(_ mark: String, of user: String, cost: Int = 1) -> MarkedRead {
    let read = MarkedRead(mark)
    add(read, of: user, cost: cost)
    return read
  }

  fileprivate func next(_ part: Part, _ expensiveNext: inout Bool) -> [String] {
    take(part, expensiveNext: &expensiveNext).compactMap { ($0 as? MarkedRead)?.mark }
  }
}

@Suite("Read queue")
struct ReadQueueTests {
  @Test("A reader for small reads gets no expensive read, the other alternates")
  func parts() {
    let queue = ReadQueue()
    for n in 0..<3 { queue.add("expensive\(n)", of: "greedy", cost: 200) }
    queue.add("small", of: "ada")
    var (mine, other) = (false, false)
    #expect(queue.next(.small, &mine) == ["small"])
    #expect(queue.next(.all, &other) == ["expensive0"])
    queue.add("again", of: "ada")
    #expect(queue.next(.all, &other) == ["again"])
    #expect(queue.next(.all, &other) == ["expensive1"])
    #expect(queue.next(.all, &other) == ["expensive2"])
    queue.close()
    #expect(queue.next(.small, &mine).isEmpty && queue.next(.all, &other).isEmpty)
  }

  @Test("A light user's read is in the next transaction despite another user's many lists")
  func lightBesideGreedy() {
    let queue = ReadQueue()
    for _ in 0..<1_000 { queue.add("list", of: "greedy", cost: 50) }
    queue.add("light", of: "light")
    var turn = false
    let first = queue.next(.small, &turn)
    #expect(first.contains("light") && first.count <= 16)
    // One list at a time, so that the next light read waits for at most one.
    #expect(queue.next(.small, &turn) == ["list"])
  }

  @Test("A full queue rejects the user with the longest queue")
  func overload() {
    let queue = ReadQueue(capacity: 10, cost: 1_000)
    let light = queue.add("light", of: "light")
    let greedy = (0..<20).map { _ in queue.add("greedy", of: "greedy") }
    #expect(light.code.withLock { $0 } == nil)
    #expect(greedy.filter { $0.code.withLock { $0 } == .overloaded }.count == 11)
    let expensive = (0..<5).map { _ in queue.add("expensive", of: "greedy", cost: 300) }
    #expect(expensive.map { $0.code.withLock { $0 } } == [nil, nil, nil, .overloaded, .overloaded])
  }

  @Test("A failed read does not affect others, and the reader reconnects", arguments: Engine.all)
  func failures(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try Database(scratch.address, migrations: [Scratch.notes], readers: 1)
    try await database.write { try $0.note("ada", 1) }
    let mayContinue = DispatchSemaphore(value: 0)
    async let held: Void = database.read { _ in mayContinue.wait() }
    let results = await withTaskGroup(of: (Int, String).self) { group in
      for n in 0..<30 {
        group.addTask {
          do {
            return (n, "\(try await database.read { try n % 3 == 0 ? $0.broken() : $0.notes("ada") })")
          } catch {
            return (n, "\((error as? DatabaseError)?.code.rawValue ?? "?")")
          }
        }
      }
      mayContinue.signal()
      return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    try await held
    #expect(results.allSatisfy { $0.value == ($0.key % 3 == 0 ? "misuse" : "[1]") }, "\(results)")
    database.close()
  }
}

extension Rows {
  fileprivate func broken() throws -> [Int] {
    try all("SELECT n FROM nothing") { $0.int(0) }
  }
}
