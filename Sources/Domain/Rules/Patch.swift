/// A member of a merge patch: an absent one changes nothing, null clears the value.
public enum Patch<Value: Sendable>: Sendable {
  case unchanged
  case cleared
  case set(Value)
}

extension Patch: Equatable where Value: Equatable {}
extension Patch: Hashable where Value: Hashable {}

extension Patch {
  /// Nil unless a value is set.
  public var value: Value? {
    if case .set(let value) = self { value } else { nil }
  }

  public func apply(to member: inout Value?) {
    switch self {
    case .unchanged: break
    case .cleared: member = nil
    case .set(let new): member = new
    }
  }

  /// Applies the patch to a member that always has a value.
  func apply(to member: inout Value, _ field: String) -> [Rejection.Violation] {
    switch self {
    case .unchanged: return []
    case .cleared: return [.init(field, "must not be null")]
    case .set(let new):
      member = new
      return []
    }
  }
}

extension Patch: Codable where Value: Codable {
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

// Synthesised coding prefers these overloads to the generic ones, which would require the key, or write a null for
// "unchanged".
extension KeyedDecodingContainer {
  public func decode<Value: Codable>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
    guard contains(key) else { return .unchanged }
    return try decodeNil(forKey: key) ? .cleared : .set(try decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  public mutating func encode<Value: Codable>(_ value: Patch<Value>, forKey key: Key) throws {
    switch value {
    case .unchanged: return
    case .cleared: try encodeNil(forKey: key)
    case .set(let value): try encode(value, forKey: key)
    }
  }
}
