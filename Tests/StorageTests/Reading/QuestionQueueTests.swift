import Foundation
import Synchronization
import Testing

@testable import Storage

private final class MarkedQuestion: Question {
  let mark: String
  let code = Mutex<DatabaseError.Code?>(nil)

  init(_ mark: String) { self.mark = mark }

  func perform(on rows: Rows) -> (any Error)? { nil }

  func answer(_ error: (any Error)?) {
    code.withLock { $0 = (error as? DatabaseError)?.code }
  }
}

extension QuestionQueue {
  @discardableResult
  fileprivate func add(_ mark: String, of user: String, cost: Int = 1) -> MarkedQuestion {
    let question = MarkedQuestion(mark)
    add(question, of: user, cost: cost)
    return question
  }

  fileprivate func next(_ part: Part, _ dearNext: inout Bool) -> [String] {
    take(part, dearNext: &dearNext).compactMap { ($0 as? MarkedQuestion)?.mark }
  }
}

@Suite("Reads that wait for a reader")
struct QuestionQueueTests {
  @Test("A reader for small reads never gets a dear one, the other takes both in turns")
  func parts() {
    let queue = QuestionQueue()
    for n in 0..<3 { queue.add("dear\(n)", of: "greedy", cost: 200) }
    queue.add("small", of: "ada")
    var (mine, other) = (false, false)
    #expect(queue.next(.small, &mine) == ["small"])
    #expect(queue.next(.all, &other) == ["dear0"])
    queue.add("again", of: "ada")
    #expect(queue.next(.all, &other) == ["again"])
    #expect(queue.next(.all, &other) == ["dear1"])
    #expect(queue.next(.all, &other) == ["dear2"])
    queue.close()
    #expect(queue.next(.small, &mine).isEmpty && queue.next(.all, &other).isEmpty)
  }

  @Test("A light user's read is in the next transaction, however many lists another waits for")
  func lightBesideGreedy() {
    let queue = QuestionQueue()
    for _ in 0..<1_000 { queue.add("list", of: "greedy", cost: 50) }
    queue.add("light", of: "light")
    var turn = false
    let first = queue.next(.small, &turn)
    #expect(first.contains("light") && first.count <= 16)
    // One list at a time, so that the next light one waits for no more than that.
    #expect(queue.next(.small, &turn) == ["list"])
  }

  @Test("When all is full, the user with most waiting is refused")
  func overload() {
    let queue = QuestionQueue(capacity: 10, cost: 1_000)
    let light = queue.add("light", of: "light")
    let greedy = (0..<20).map { _ in queue.add("greedy", of: "greedy") }
    #expect(light.code.withLock { $0 } == nil)
    #expect(greedy.filter { $0.code.withLock { $0 } == .overloaded }.count == 11)
    let dear = (0..<5).map { _ in queue.add("dear", of: "greedy", cost: 300) }
    #expect(dear.map { $0.code.withLock { $0 } } == [nil, nil, nil, .overloaded, .overloaded])
  }

  @Test("A read that fails fails alone, and the reader goes on with a connection of its own", arguments: Engine.all)
  func failures(engine: Engine) async throws {
    let scratch = try Scratch(engine)
    let database = try Database(scratch.address, migrations: [Scratch.notes], readers: 1)
    try await database.write { try $0.note("ada", 1) }
    let mayGoOn = DispatchSemaphore(value: 0)
    async let held: Void = database.read { _ in mayGoOn.wait() }
    let answers = await withTaskGroup(of: (Int, String).self) { group in
      for n in 0..<30 {
        group.addTask {
          do {
            return (n, "\(try await database.read { try n % 3 == 0 ? $0.broken() : $0.notes("ada") })")
          } catch {
            return (n, "\((error as? DatabaseError)?.code.rawValue ?? "?")")
          }
        }
      }
      mayGoOn.signal()
      return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    try await held
    #expect(answers.allSatisfy { $0.value == ($0.key % 3 == 0 ? "misuse" : "[1]") }, "\(answers)")
    database.close()
  }
}

extension Rows {
  fileprivate func broken() throws -> [Int] {
    try all("SELECT n FROM nothing") { $0.int(0) }
  }
}
