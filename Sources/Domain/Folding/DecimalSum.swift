/// A sum that is exact for decimals and independent of the order of the numbers.
///
/// Numbers with at most six decimals are summed as integer millionths. Other numbers are summed with compensation: the
/// rounding error of each addition is kept and added at the end.
public struct DecimalSum: Hashable, Sendable {
  private var millionths: Int64 = 0
  private var rest = 0.0
  /// The accumulated rounding error of `rest`.
  private var lost = 0.0

  private static let scale = 1e6
  /// The limit below which a double has six exact decimals and a sum of many numbers cannot overflow.
  private static let greatest = 1e9
  /// Adding and subtracting this number rounds to an integer, without a call or a branch.
  private static let rounder = 0x1.8p52

  public init() {}

  init(_ numbers: some Sequence<Double>) {
    for number in numbers { self += number }
  }

  public var value: Double {
    let whole = Double(millionths) / Self.scale
    guard rest != 0 || lost != 0 else { return whole }
    guard rest.isFinite else { return rest }
    // Adds the rounding error of the division.
    let missing = Double(millionths).addingProduct(-whole, Self.scale) / Self.scale
    let (sum, error) = Self.add(whole, rest)
    return sum.isFinite ? sum + (error + lost + missing) : sum
  }

  @inline(__always)
  public static func += (sum: inout DecimalSum, number: Double) {
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

  /// Returns the number in millionths, or nil if it has more than six decimals.
  @inline(__always)
  private static func millionths(of number: Double) -> Int64? {
    guard number.magnitude <= greatest else { return nil }
    let rounded = number * scale + rounder
    let whole = rounded - rounder
    // Most numbers are whole, which needs no division to check.
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

  /// Returns the rounded sum and its exact rounding error.
  private static func add(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
    let sum = left + right
    let second = sum - left
    return (sum, (left - (sum - second)) + (right - second))
  }
}
