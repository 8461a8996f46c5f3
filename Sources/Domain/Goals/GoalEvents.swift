public import Chronology

/// Events of goals' targets.
public enum GoalEvent: Hashable, Sendable {
  case set(GoalSet)
  case cleared(GoalCleared)
}

/// A target was set. `old` is the previous target, or nil if it was the default. Without `since`, the target always
/// applied.
public struct GoalSet: Codable, Hashable, Sendable {
  public var type: GoalType
  public var target: Int
  public var old: Int?
  public var since: Instant?

  public init(type: GoalType, target: Int, old: Int? = nil, since: Instant? = nil) {
    self.type = type
    self.target = target
    self.old = old
    self.since = since
  }
}

/// The target was reset to the default. Without `since`, the default always applied.
public struct GoalCleared: Codable, Hashable, Sendable {
  public var type: GoalType
  public var old: Int
  public var since: Instant?

  public init(type: GoalType, old: Int, since: Instant? = nil) {
    self.type = type
    self.old = old
    self.since = since
  }
}
