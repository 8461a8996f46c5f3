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
  /// A double of this size has no room for a fraction: adding it and taking it away rounds, with no call and no branch.
  private static let rounder = 0x1.8p52

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

  @inline(__always)
  static func += (sum: inout DecimalSum, number: Double) {
    if let millionths = millionths(of: number) {
      sum.add(millionths: millionths)
    } else {
      sum.add(rest: number)
    }
  }

  @inline(__always)
  static func += (sum: inout DecimalSum, other: DecimalSum) {
    sum.add(millionths: other.millionths)
    if other.rest != 0 || other.lost != 0 { sum.add(restOf: other) }
  }

  /// The number as whole millionths; nil where it is none of at most six decimals.
  @inline(__always)
  private static func millionths(of number: Double) -> Int64? {
    guard number.magnitude <= greatest else { return nil }
    let rounded = number * scale + rounder
    let whole = rounded - rounder
    // Most are whole, which is seen without a division.
    guard number + rounder - rounder == number || whole / scale == number else { return nil }
    return Int64(bitPattern: rounded.bitPattern) &- Int64(bitPattern: rounder.bitPattern)
  }

  @inline(__always)
  private mutating func add(millionths more: Int64) {
    let (sum, overflow) = millionths.addingReportingOverflow(more)
    if overflow { return add(rest: Double(more) / Self.scale) }
    millionths = sum
  }

  @inline(never)
  private mutating func add(rest number: Double) {
    let (sum, error) = Self.add(rest, number)
    rest = sum
    lost += error
  }

  @inline(never)
  private mutating func add(restOf other: DecimalSum) {
    add(rest: other.rest)
    lost += other.lost
  }

  /// The rounded sum, and its exact rounding error.
  private static func add(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
    let sum = left + right
    let second = sum - left
    return (sum, (left - (sum - second)) + (right - second))
  }
}
