/// A figure compared with that of the previous period.
public struct Trend: Codable, Hashable, Sendable {
  public enum Direction: String, Codable, CaseIterable, Hashable, Sendable {
    case up, down, flat
  }

  /// A change smaller than this is `flat`.
  public static let flatPercent = 1.0

  public var current: Double
  public var previous: Double
  /// To one decimal.
  public var changePercent: Double
  /// Whether the number rises or falls, regardless of which is better.
  public var direction: Direction

  /// Returns nil if there is nothing to compare.
  public init?(_ current: Double?, since previous: Double?) {
    guard let current, let previous, previous > 0 else { return nil }
    // Corrects the rounding error of the division, so that a change of exactly one percent is exact and halves are
    // rounded up.
    let share = (current / previous * 1_000).clampedToFinite
    let thousandths = (share - 1_000).nearestDecimal(within: 8 * max(share, 1_000).ulp)
    let change = thousandths / 10
    self.current = current
    self.previous = previous
    changePercent = (thousandths.rounded() / 10 + 0).clampedToFinite
    direction = abs(change) < Self.flatPercent ? .flat : change > 0 ? .up : .down
  }
}
