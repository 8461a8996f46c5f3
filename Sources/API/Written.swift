/// The answer to a write: the edge answers 201 or 200 by `created`, and marks a replay.
public struct Written<Value: Codable & Sendable>: Codable, Sendable {
  public var created: Bool
  public var replayed: Bool
  public var value: Value

  public init(created: Bool, replayed: Bool = false, value: Value) {
    self.created = created
    self.replayed = replayed
    self.value = value
  }
}
