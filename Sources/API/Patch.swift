/// A member of a merge patch: absent leaves what is there, null clears it.
public enum Patch<Value: Codable & Sendable>: Sendable {
  case unchanged
  case cleared
  case set(Value)
}

extension Patch: Equatable where Value: Equatable {}

extension Patch: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .cleared : .set(try container.decode(Value.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .unchanged, .cleared: try container.encodeNil()
    case .set(let value): try container.encode(value)
    }
  }
}

// Synthesised coding prefers these over the generic ones, which would demand the key, or write a null for "unchanged".
extension KeyedDecodingContainer {
  public func decode<Value>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
    guard contains(key) else { return .unchanged }
    return try decodeNil(forKey: key) ? .cleared : .set(try decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  public mutating func encode<Value>(_ value: Patch<Value>, forKey key: Key) throws {
    switch value {
    case .unchanged: return
    case .cleared: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
