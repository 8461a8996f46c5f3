/// Events of rucks.
public enum RuckEvent: Hashable, Sendable {
  case recorded(RuckRecorded)
  indirect case changed(RuckChanged)
  case removed(RuckRemoved)
}

public struct RuckRecorded: Codable, Hashable, Sendable {
  public var ruck: Ruck
  public init(ruck: Ruck) { self.ruck = ruck }
}

/// A later report replaced the ruck, or the user edited it. `old` and `new` have the same id and start.
public struct RuckChanged: Codable, Hashable, Sendable {
  public var old: Ruck
  public var new: Ruck
  public init(old: Ruck, new: Ruck) {
    self.old = old
    self.new = new
  }
}

public struct RuckRemoved: Codable, Hashable, Sendable {
  public var ruck: Ruck
  public init(ruck: Ruck) { self.ruck = ruck }
}
