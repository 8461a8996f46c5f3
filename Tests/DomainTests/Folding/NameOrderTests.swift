import SeededRandom
import Testing

@testable import Domain

@Suite struct NameOrderTests {
  @Test("Sorts names by bytes, and equal names by id", arguments: 0..<40)
  func matchesPlainSorting(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let beginnings = ["", "a", "Straße ", String(repeating: "😀", count: 40), "12345678", "1234567"]
    let items = (0..<Int.random(in: 0...120, using: &random)).map { id in
      let ending = String(Int.random(in: 0...30, using: &random), radix: 3)
      return (name: (beginnings.randomElement(using: &random) ?? "") + ending, id: id)
    }.shuffled(using: &random)
    let sorted = NameOrder.sorted(items, by: \.name) { $0.id < $1.id }
    let plain = items.sorted {
      $0.name.utf8.elementsEqual($1.name.utf8)
        ? $0.id < $1.id : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    #expect(sorted.map(\.id) == plain.map(\.id), "seed \(seed)")
  }
}
