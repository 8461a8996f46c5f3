import CBOR
import Loop
import SeededRandom
import Testing

@testable import RPC

@Suite struct CallTableTests {
  @Test("The table behaves like a dictionary", arguments: [1, 2, 3, 4] as [UInt64])
  func likeADictionary(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var table = CallTable<Int>(seed: seed)
    var model: [UInt32: Int] = [:]
    for step in 0..<20_000 {
      let call = UInt32.random(in: 1...200, using: &random) &* 0x1000_0001
      if Bool.random(using: &random) {
        #expect(table.remove(call) == model.removeValue(forKey: call), "seed \(seed), step \(step)")
      } else if model[call] == nil {
        table.insert(call, step)
        model[call] = step
      }
      #expect(table.count == model.count, "seed \(seed), step \(step)")
      #expect(table[call] == model[call], "seed \(seed), step \(step)")
    }
    #expect(Dictionary(uniqueKeysWithValues: table.snapshot.map { ($0.call, $0.entry) }) == model)
    #expect(table.removeAll().count == model.count && table.count == 0)
  }
}
