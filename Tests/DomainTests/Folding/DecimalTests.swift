import SeededRandom
import Testing

@testable import Domain

struct DecimalTests {
  @Test("Products of decimals equal those computed by hand", arguments: UInt64(1)...5)
  func products(seed: UInt64) {
    // Both are integers without rounding: the load in fractions of a kilogram, the distance in tenths of a metre.
    var random = SplitMix(seed: seed)
    for _ in 0..<4_000 {
      let (loadScale, wayScale) = ([1, 10, 100].randomElement(using: &random) ?? 1, 10)
      let load = Int.random(in: 0...(200 * loadScale), using: &random)
      let way = Int.random(in: 0...(50_000 * wayScale), using: &random)
      let product = Double.product(Double(load) / Double(loadScale), Double(way) / Double(wayScale))
      #expect(product == Double(load * way) / Double(loadScale * wayScale), "seed \(seed)")
    }
    #expect(Double.product(18.4, 3_000) == 55_200)
    #expect(Double.product(5.1, 1_500) == 7_650)
    // Numbers with more decimals than anyone enters do not change.
    #expect(Double.product(.pi, 2) == 2 * .pi)
    #expect(Double.product(1e300, 2) == 2e300)
  }
}
