/// A scale from zero to a round number that no figure exceeds, with few ticks.
struct LinearScale {
  enum Unit {
    /// Items that cannot be divided.
    case whole
    case decimal
    case minutes
  }

  let top: Double
  let ticks: [Double]

  /// Creates a scale without ticks, for bars that show their own figures.
  init(upTo most: Double) {
    let most = max(0, Words.clamped(most))
    (top, ticks) = (most > 0 ? most : 1, [])
  }

  init(most: Double, unit: Unit) {
    let most = max(0, Words.clamped(most))
    guard most > 0 else {
      (top, ticks) = (1, [0])
      return
    }
    let step = Self.step(for: most, unit)
    let count = (most / step).rounded(.up)
    top = count * step
    ticks = (0...Int(count)).map { Double($0) * step }
  }

  /// Returns the least round number of which three reach `most`.
  private static func step(for most: Double, _ unit: Unit) -> Double {
    let wanted = most / 3
    if unit == .minutes, let step = [1.0, 2, 5, 10, 15, 20, 30, 60, 120, 180, 300].first(where: { $0 >= wanted }) {
      return step
    }
    // Above five hours, steps are a round number of hours.
    let base = unit == .minutes ? 60.0 : 1
    var power = base
    while power * 10 <= wanted { power *= 10 }
    if unit == .decimal { while power > wanted && power > 1e-3 { power /= 10 } }
    return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= wanted } ?? power * 10
  }

  /// Returns the position of a value on the scale, 0…1.
  func part(_ value: Double) -> Double { min(max(Words.clamped(value), 0) / top, 1) }
}
