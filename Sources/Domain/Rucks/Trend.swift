/// A figure compared with that of the period before.
public struct Trend: Codable, Hashable, Sendable {
  public enum Direction: String, Codable, CaseIterable, Hashable, Sendable {
    case up, down, flat
  }

  /// Less of a change is none.
  public static let flatPercent = 1.0

  public var current: Double
  public var previous: Double
  /// To one decimal.
  public var changePercent: Double
  /// Whether the number rises, be that good or not.
  public var direction: Direction

  /// Nil where there is nothing to compare, or no part of it can be computed.
  public init?(_ current: Double?, since previous: Double?) {
    guard let current, let previous, previous > 0 else { return nil }
    // A change of just one percent is that, and a half is rounded up, whatever the division has left behind.
    let share = (current / previous * 1_000).clampedToFinite
    let thousandths = (share - 1_000).nearestDecimal(within: 8 * max(share, 1_000).ulp)
    let change = thousandths / 10
    self.current = current
    self.previous = previous
    changePercent = (thousandths.rounded() / 10 + 0).clampedToFinite
    direction = abs(change) < Self.flatPercent ? .flat : change > 0 ? .up : .down
  }
}
