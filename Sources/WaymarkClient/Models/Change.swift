/// An edit of an optional member. On the wire, `null` clears the member and leaving it out keeps it.
public enum Change<Value: Encodable & Sendable & Hashable>: Sendable, Hashable {
  /// Keeps the value.
  case unchanged
  /// Removes the value.
  case cleared
  /// Replaces the value.
  case set(Value)
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ change: Change<Value>, forKey key: Key) throws {
    switch change {
    case .unchanged: break
    case .cleared: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
