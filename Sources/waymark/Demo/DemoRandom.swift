/// SplitMix64: the same seed gives the same numbers on every machine and in every version.
struct DemoRandom {
  private var state: UInt64

  /// Each day has its own stream, so that days do not affect each other.
  init(_ subject: UInt64, _ number: Int) {
    state = subject &* 0x1_0000_0000 &+ UInt64(bitPattern: Int64(number))
    _ = next()
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Returns true with the given probability in percent.
  mutating func happens(_ percent: Int) -> Bool { number(1...100) <= percent }
}
