/// A member that is omitted if it has no value. Other members without a value are written as null.
@propertyWrapper
public struct Omittable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }
}

// The compiler's coding of a struct selects these methods for its members of this type.
extension KeyedEncodingContainer {
  mutating func encode<Value>(_ member: Omittable<Value>, forKey key: Key) throws {
    if let value = member.wrappedValue { try encode(value, forKey: key) }
  }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Omittable<Value>.Type, forKey key: Key) throws -> Omittable<Value> {
    Omittable(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}
