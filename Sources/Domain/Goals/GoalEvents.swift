/// Events of goals' targets.
public enum GoalEvent: Hashable, Sendable {
  case set(GoalSet)
  case cleared(GoalCleared)
}

/// A target was set. `old` is the previous target, or nil if it was the default.
public struct GoalSet: Codable, Hashable, Sendable {
  public var type: GoalType
  public var target: Int
  public var old: Int?

  public init(type: GoalType, target: Int, old: Int? = nil) {
    self.type = type
    self.target = target
    self.old = old
  }
}

/// The target was reset to the default.
public struct GoalCleared: Codable, Hashable, Sendable {
  public var type: GoalType
  public var old: Int

  public init(type: GoalType, old: Int) {
    self.type = type
    self.old = old
  }
}
