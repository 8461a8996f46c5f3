import Queueing
import SeededRandom
import Testing

@Suite("A fair queue")
struct FairQueueTests {
  @Test("The items of one user keep their order")
  func oneUser() {
    var queue = FairQueue<Int>(quantum: 10)
    for number in 0..<100 { queue.add(number, of: "ada", cost: number) }
    #expect(queue.count == 100)
    #expect((0..<100).map { _ in queue.takeFirst()?.item } == (0..<100).map { $0 })
    #expect(queue.isEmpty && queue.cost == 0 && queue.users == 0)
    #expect(queue.takeFirst() == nil)
  }

  @Test("A late user with little work waits for one item of each other user")
  func lightAmongGreedy() {
    var queue = FairQueue<String>(quantum: 4)
    for _ in 0..<1_000 {
      queue.add("greedy", of: "greedy", cost: 4)
      queue.add("hungry", of: "hungry", cost: 4)
    }
    for _ in 0..<10 { _ = queue.takeFirst() }
    queue.add("light", of: "light", cost: 1)
    let next = (0..<4).compactMap { _ in queue.takeFirst()?.item }
    #expect(next.contains("light"))
  }

  @Test("An expensive item waits in proportion to its cost")
  func dearItem() {
    var queue = FairQueue<String>(quantum: 1)
    queue.add("dear", of: "dear", cost: 50)
    for _ in 0..<200 { queue.add("cheap", of: "cheap", cost: 1) }
    var before = 0
    while let next = queue.takeFirst(), next.item == "cheap" { before += 1 }
    #expect((49...51).contains(before), "\(before)")
  }

  @Test("A late user with little work goes before users with expensive items")
  func lightAmongDear() {
    var queue = FairQueue<String>(quantum: 1)
    for user in 0..<48 { for _ in 0..<30 { queue.add("dear", of: "dear\(user)", cost: 500) } }
    var waited = 0
    for round in 0..<1_000 {
      queue.add("light", of: "light", cost: 1)
      let next = [queue.takeFirst()?.item, queue.takeFirst()?.item]
      #expect(next.contains("light") && next.contains("dear"), "round \(round)")
      if next[0] == "dear" { waited += 1 }
    }
    // An item that is due at about the same time may go before it, once per round.
    #expect(waited <= 1_000 / 48, "\(waited)")
  }

  @Test("An item above the limit keeps its turn, and no other goes before it")
  func bounded() {
    var queue = FairQueue<String>(quantum: 1)
    queue.add("dear", of: "dear", cost: 9)
    #expect(queue.takeFirst(costingAtMost: 8) == nil)
    queue.add("cheap", of: "cheap", cost: 1)
    #expect(queue.takeFirst(costingAtMost: 8)?.item == "cheap")
    #expect(queue.takeFirst(costingAtMost: 8) == nil)
    #expect(queue.count == 1 && queue.cost == 9)
    #expect(queue.takeFirst(costingAtMost: 9)?.item == "dear")
  }

  @Test("Users who always wait get equal cost", arguments: [1, 7, 64])
  func equalShares(quantum: Int) {
    let seed = testSeed()
    var random = SplitMix(seed: seed)
    var queue = FairQueue<String>(quantum: quantum)
    let costs = ["a": 1, "b": 10, "c": 100]
    var spent: [String: Int] = [:]
    for (user, cost) in costs { for _ in 0..<3 { queue.add(user, of: user, cost: cost) } }
    for _ in 0..<20_000 {
      guard let (user, cost) = queue.takeFirst(), let most = costs[user] else { break }
      spent[user, default: 0] += cost
      queue.add(user, of: user, cost: Int.random(in: 1...most, using: &random))
    }
    let shares = spent.values.sorted()
    #expect(shares.count == 3)
    // No two differ by more than the cost of one item and one quantum.
    #expect(shares[2] - shares[0] <= 2 * (100 + quantum), "seed \(seed): \(spent)")
  }

  @Test("Removes the newest item of the user with the most waiting cost")
  func longestGoes() {
    var queue = FairQueue<Int>(quantum: 1)
    queue.add(0, of: "light", cost: 3)
    for number in 1...5 { queue.add(number, of: "greedy", cost: 1) }
    #expect(queue.longestCost == 5)
    #expect(queue.takeFromLongest()?.item == 5)
    #expect(queue.cost(of: "greedy") == 4 && queue.longestCost == 4)
    #expect(queue.takeFromLongest()?.item == 4)
    #expect(queue.cost == 6)
    #expect(Set(queue.removeAll()) == [0, 1, 2, 3])
    #expect(queue.takeFromLongest() == nil && queue.longestCost == 0)
  }

  @Test("Returns the same items in the same order as a sorted list")
  func againstAList() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed)
      var queue = FairQueue<Int>(quantum: Int.random(in: 1...20, using: &random))
      var waiting: [String: [(Int, Int)]] = [:]
      for number in 0..<500 {
        let user = "u\(Int.random(in: 0..<5, using: &random))"
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          let cost = Int.random(in: 1...30, using: &random)
          queue.add(number, of: user, cost: cost)
          waiting[user, default: []].append((number, cost))
        case 9:
          let most = waiting.values.map { $0.reduce(0) { $0 + $1.1 } }.max() ?? 0
          guard let gone = queue.takeFromLongest() else { break }
          let owner = waiting.first { $0.value.last?.0 == gone.item }
          #expect(owner?.value.reduce(0) { $0 + $1.1 } == most, "seed \(seed)")
          if let owner { waiting[owner.key]?.removeLast() }
        default:
          guard let next = queue.takeFirst() else { break }
          let owner = waiting.first { $0.value.first?.0 == next.item }
          #expect(owner != nil, "seed \(seed)")
          if let owner { waiting[owner.key]?.removeFirst() }
        }
        #expect(queue.count == waiting.values.reduce(0) { $0 + $1.count }, "seed \(seed)")
        #expect(queue.cost == waiting.values.joined().reduce(0) { $0 + $1.1 }, "seed \(seed)")
        #expect(queue.users == waiting.values.filter { !$0.isEmpty }.count, "seed \(seed)")
      }
    }
  }

  @Test("A user whose next item is not ready is skipped, and keeps the turn")
  func notReady() {
    var queue = FairQueue<String>(quantum: 4)
    for user in ["held", "other", "third"] { for _ in 0..<3 { queue.add(user, of: user, cost: 3) } }
    for _ in 0..<6 { #expect(queue.takeFirst { $0 != "held" }?.item != "held") }
    #expect(queue.takeFirst { $0 != "held" } == nil)
    #expect(queue.count == 3 && queue.users == 1)
    queue.add("late", of: "late", cost: 1)
    #expect(queue.takeFirst { $0 != "held" }?.item == "late")
    #expect(queue.takeFirst { _ in true }?.item == "held")
  }

  @Test("Users who are ready get equal cost, and each keeps its order")
  func readyNowAndThen() {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed)
      var queue = FairQueue<(user: String, number: Int)>(quantum: Int.random(in: 1...20, using: &random))
      var next: [String: Int] = [:]
      var spent: [String: Int] = [:]
      for number in 0..<3_000 {
        for user in ["a", "b", "c"] { queue.add((user, number), of: user, cost: 1 + number % 9) }
      }
      for _ in 0..<3_000 {
        let isHeld = Bool.random(using: &random)
        guard let taken = queue.takeFirst(where: { !isHeld || $0.user != "c" }) else { break }
        #expect(taken.item.number == next[taken.item.user, default: 0], "seed \(seed)")
        next[taken.item.user, default: 0] += 1
        spent[taken.item.user, default: 0] += taken.cost
      }
      #expect(abs((spent["a"] ?? 0) - (spent["b"] ?? 0)) <= 60, "seed \(seed): \(spent)")
      #expect((spent["c"] ?? 0) > 1_000 && (spent["c"] ?? 0) <= (spent["a"] ?? 0) + 60, "seed \(seed): \(spent)")
    }
  }

  @Test("Removing items keeps the order of the others")
  func removal() {
    for seed in 1...50 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed)
      var queue = FairQueue<Int>(quantum: 3)
      var kept: [String: [Int]] = [:]
      var cost = 0
      for number in 0..<200 {
        let user = "u\(Int.random(in: 0..<4, using: &random))"
        queue.add(number, of: user, cost: number % 7 + 1)
        if number % 3 != 0 {
          kept[user, default: []].append(number)
          cost += number % 7 + 1
        }
      }
      var users: [Int: String] = [:]
      for (user, numbers) in kept { for number in numbers { users[number] = user } }
      let (all, own) = (queue.cost, Dictionary(uniqueKeysWithValues: kept.keys.map { ($0, queue.cost(of: $0)) }))
      let removed = queue.removeAll { item, others in
        if let user = users[item] { #expect(others == all - (own[user] ?? 0), "seed \(seed)") }
        return item % 3 == 0
      }
      #expect(Set(removed) == Set((0..<200).filter { $0 % 3 == 0 }), "seed \(seed)")
      #expect(queue.cost == cost && queue.users == kept.count, "seed \(seed)")
      let left = queue.removeAll()
      for (user, numbers) in kept { #expect(left.filter { numbers.contains($0) } == numbers, "seed \(seed) \(user)") }
      #expect(queue.removeAll { _, _ in true }.isEmpty)
    }
  }
}
