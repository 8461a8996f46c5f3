import SeededRandom
import Testing

@testable import Domain

struct DecimalTests {
  @Test("A product of decimals is what a person computes", arguments: UInt64(1)...5)
  func products(seed: UInt64) {
    // Both in whole parts, which have no rounding: load in parts of a kilogram, way in tenths of a metre.
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
    // Numbers of more places than anybody writes down stay as they are.
    #expect(Double.product(.pi, 2) == 2 * .pi)
    #expect(Double.product(1e300, 2) == 2e300)
  }
}
