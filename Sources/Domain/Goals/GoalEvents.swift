/// Events of the targets of goals.
public enum GoalEvent: Hashable, Sendable {
  case set(GoalSet)
  case cleared(GoalCleared)
}

/// A target was set; `old` is the one that it replaces, nil where that was the default.
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

/// The default target holds again.
public struct GoalCleared: Codable, Hashable, Sendable {
  public var type: GoalType
  public var old: Int

  public init(type: GoalType, old: Int) {
    self.type = type
    self.old = old
  }
}
