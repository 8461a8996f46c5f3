import Queueing
import SeededRandom
import Testing

@Suite("A budget of bytes")
struct ByteBudgetTests {
  @Test("An owner is limited to its quota, and all together to the budget")
  func shares() {
    var budget = ByteBudget(total: 100, shares: 4)
    let owners = (0..<5).map { _ in budget.open() }
    for owner in owners[..<4] {
      #expect(budget.hasRoom(for: 25, of: owner))
      budget.add(25, to: owner)
      #expect(!budget.hasRoom(for: 1, of: owner) && !budget.isOver(owner))
    }
    #expect(!budget.hasRoom(for: 1, of: owners[4]))
    budget.add(-25, to: owners[0])
    #expect(budget.hasRoom(for: 25, of: owners[4]))
    budget.close(owners[1])
    #expect(budget.used == 50 && budget.hasRoom(for: 25, of: budget.open()))
  }

  @Test("An item above the quota or the budget fits if nothing else is held")
  func large() {
    var budget = ByteBudget(total: 100, shares: 4)
    let (one, other) = (budget.open(), budget.open())
    #expect(budget.hasRoom(for: 90, of: one) && budget.hasRoom(for: 900, of: one))
    budget.add(90, to: one)
    #expect(budget.isOver(one) && !budget.isOver && !budget.hasRoom(for: 90, of: other))
    #expect(budget.hasRoom(for: 10, of: other))
    budget.add(900, to: other)
    #expect(budget.isOver)
  }

  @Test(
    "Counts every byte once, compared with a dictionary",
    arguments: 1...100 as ClosedRange<UInt64>)
  func againstADictionary(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var budget = ByteBudget(total: 1_000, shares: 3)
    var model: [ByteBudget.Owner: Int] = [:]
    for _ in 0..<400 {
      let owner = model.keys.randomElement(using: &random)
      switch (Int.random(in: 0..<10, using: &random), owner) {
      case (0, let owner?):
        budget.close(owner)
        model[owner] = nil
      case (1...2, _), (_, nil):
        let owner = budget.open()
        #expect(model[owner] == nil, "seed \(seed): a place is given twice")
        model[owner] = 0
      case (3...6, let owner?):
        let count = Int.random(in: 0...400, using: &random)
        let sum = model.values.reduce(0, +)
        let own = model[owner] ?? 0
        let fits = (own == 0 || own + count <= 333) && (sum == 0 || sum + count <= 1_000)
        #expect(budget.hasRoom(for: count, of: owner) == fits, "seed \(seed)")
        budget.add(count, to: owner)
        model[owner] = own + count
      case (_, let owner?):
        let count = Int.random(in: 0...(model[owner] ?? 0), using: &random)
        budget.add(-count, to: owner)
        model[owner]? -= count
      }
      #expect(budget.used == model.values.reduce(0, +), "seed \(seed)")
      #expect(model.allSatisfy { budget.held(by: $0.key) == $0.value }, "seed \(seed)")
    }
  }
}
