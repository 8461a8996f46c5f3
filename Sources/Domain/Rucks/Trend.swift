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
    // Divided last, so that a change of just one percent is that, and a half is rounded up.
    let difference = Double.difference(current, previous)
    let change = (difference * 100 / previous).clampedToFinite
    self.current = current
    self.previous = previous
    changePercent = ((difference * 1_000 / previous).rounded() / 10 + 0).clampedToFinite
    direction = abs(change) < Self.flatPercent ? .flat : change > 0 ? .up : .down
  }
}
