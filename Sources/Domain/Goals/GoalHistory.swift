public import Chronology

/// The targets of one goal over time. A nil target is the default.
public struct GoalHistory: Codable, Hashable, Sendable {
  public private(set) var targets: SettingTimeline<Int?>

  public init(_ target: Int?) {
    targets = SettingTimeline(target)
  }

  /// The current target, or nil if the default applies.
  public var current: Int? { targets.current }

  /// Whether the target has always been the current one.
  public var isConstant: Bool { targets.entries.count == 1 }

  public mutating func set(_ target: Int?, since: Instant?) { targets.set(target, since: since) }

  /// Returns the history after a new target, or nil if nothing changes.
  public func setting(_ target: Int?, since: Instant?) throws(Rejection) -> GoalHistory? {
    var changed = self
    changed.set(target, since: since)
    guard changed != self else { return nil }
    guard changed.targets.entries.count <= SettingTimeline<Int?>.mostEntries else {
      throw Rejection("target", "has \(SettingTimeline<Int?>.mostEntries) values over time, which is the limit")
    }
    return changed
  }
}
