import SeededRandom
import Synchronization
import Testing

@testable import Storage

/// A command that records its result.
final class MarkedCommand: Command {
  let mark: String
  let user: String
  let queries: [Query] = []
  let code = Mutex<DatabaseError.Code?>(nil)

  init(_ mark: String, of user: String) {
    self.mark = mark
    self.user = user
  }

  func perform(in transaction: Transaction) throws {}

  func complete(with error: (any Error)?) {
    code.withLock { $0 = (error as? DatabaseError)?.code }
  }
}

extension CommandQueue {
  @discardableResult
  func add(_ mark: String, of user: String, cost: Int = 1) -> MarkedCommand {
    let command = MarkedCommand(mark, of: user)
    add(command, of: user, cost: cost)
    return command
  }

  func nextGroup() -> [String] {
    takeGroup(expecting: 1, waitNanoseconds: 0).compactMap { ($0 as? MarkedCommand)?.mark }
  }
}

@Suite("Command queue")
struct CommandQueueTests {
  @Test("Queued commands form one group, in each user's order")
  func together() {
    let queue = CommandQueue()
    for n in 0..<100 { queue.add("\(n)", of: n % 2 == 0 ? "ada" : "bob") }
    let group = queue.nextGroup().compactMap { Int($0) }
    #expect(group.count == 100)
    #expect(group.filter { $0 % 2 == 0 } == Array(stride(from: 0, to: 100, by: 2)))
    #expect(group.filter { $0 % 2 == 1 } == Array(stride(from: 1, to: 100, by: 2)))
  }

  @Test("Limits a group's cost; an expensive command starts a group")
  func groupsAreBounded() {
    let queue = CommandQueue()
    queue.add("light", of: "ada")
    for n in 0..<3 { queue.add("batch", of: "greedy\(n)", cost: 500) }
    queue.add("light", of: "bob")
    #expect(queue.nextGroup() == ["light", "light"])
    for _ in 0..<3 { #expect(queue.nextGroup() == ["batch"]) }
    for n in 0..<2_000 { queue.add("one", of: "user\(n)", cost: 2) }
    #expect(queue.nextGroup().count == 256)
  }

  @Test("A light user's command precedes the next batch of forty-eight greedy users")
  func lightAmongGreedy() {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    let queue = CommandQueue()
    for user in 0..<48 { for _ in 0..<4 { queue.add("batch", of: "greedy\(user)", cost: 500) } }
    var batchesBefore: [Int] = []
    for _ in 0..<100 {
      #expect(queue.nextGroup() == ["batch"])
      queue.add("batch", of: "greedy\(Int.random(in: 0..<48, using: &random))", cost: 500)
      queue.add("light", of: "light")
      var batches = 0
      while true {
        let group = queue.nextGroup()
        if group.contains("light") { break }
        batches += 1
        for _ in group { queue.add("batch", of: "greedy\(Int.random(in: 0..<48, using: &random))", cost: 500) }
      }
      batchesBefore.append(batches)
    }
    #expect(batchesBefore.max() ?? 0 <= 1, "seed \(seed): \(batchesBefore)")
  }

  @Test("A full queue rejects the user with the longest queue")
  func overload() {
    let queue = CommandQueue(capacity: 100, cost: 1_000)
    let first = queue.add("first", of: "light")
    let greedy = (0..<150).map { queue.add("\($0)", of: "greedy") }
    let late = queue.add("late", of: "other")
    #expect(greedy.prefix(98).allSatisfy { $0.code.withLock { $0 } == nil })
    #expect(greedy.suffix(52).allSatisfy { $0.code.withLock { $0 } == .overloaded })
    #expect(first.code.withLock { $0 } == nil && late.code.withLock { $0 } == nil)
    let heavy = queue.add("heavy", of: "heavy", cost: 950)
    #expect(heavy.code.withLock { $0 } == .overloaded)
    #expect(queue.count == 100)
  }

  @Test("A closed queue returns its commands and rejects new ones")
  func closing() {
    let queue = CommandQueue()
    let inside = queue.add("inside", of: "ada")
    queue.close()
    let outside = queue.add("outside", of: "ada")
    #expect(outside.code.withLock { $0 } == .closed && inside.code.withLock { $0 } == nil)
    #expect(queue.nextGroup() == ["inside"])
    #expect(queue.nextGroup().isEmpty)
  }
}
