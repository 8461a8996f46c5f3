/// The reply to a write. The edge returns 201 if `created`, otherwise 200, and marks replays.
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
