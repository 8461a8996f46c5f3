/// A sum that equals what a person adds up by hand, in any order of the numbers.
///
/// Numbers with at most six decimals, as clocks and scales have them, are summed as whole millionths, without any loss.
/// Other numbers are summed with compensation: the rounding error of each addition is kept and added at the end.
struct DecimalSum: Hashable, Sendable {
  private var millionths: Int64 = 0
  private var rest = 0.0
  /// What `rest` has lost to rounding.
  private var lost = 0.0

  private static let scale = 1e6
  /// Within it a number has room for six decimals, and so many of them for one sum.
  private static let greatest = 1e9

  init() {}

  init(_ numbers: some Sequence<Double>) {
    for number in numbers { self += number }
  }

  var value: Double {
    let whole = Double(millionths) / Self.scale
    guard rest != 0 || lost != 0 else { return whole }
    guard rest.isFinite else { return rest }
    // The division has rounded too.
    let missing = Double(millionths).addingProduct(-whole, Self.scale) / Self.scale
    let (sum, error) = Self.add(whole, rest)
    return sum.isFinite ? sum + (error + lost + missing) : sum
  }

  static func += (sum: inout DecimalSum, number: Double) {
    if number.magnitude <= greatest {
      // Most are whole, which is seen without a division.
      let whole = Int64(number)
      if Double(whole) == number { return sum.add(millionths: whole * Int64(scale)) }
      let scaled = (number * scale).rounded()
      if scaled / scale == number { return sum.add(millionths: Int64(scaled)) }
    }
    sum.add(rest: number)
  }

  static func += (sum: inout DecimalSum, other: DecimalSum) {
    sum.add(millionths: other.millionths)
    guard other.rest != 0 || other.lost != 0 else { return }
    sum.add(rest: other.rest)
    sum.lost += other.lost
  }

  private mutating func add(millionths more: Int64) {
    let (sum, overflow) = millionths.addingReportingOverflow(more)
    if overflow { return add(rest: Double(more) / Self.scale) }
    millionths = sum
  }

  private mutating func add(rest number: Double) {
    let (sum, error) = Self.add(rest, number)
    rest = sum
    lost += error
  }

  /// The rounded sum, and its exact rounding error.
  private static func add(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
    let sum = left + right
    let second = sum - left
    return (sum, (left - (sum - second)) + (right - second))
  }
}
