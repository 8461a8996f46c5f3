/// What values of a Codable type look like, in the words of JSON Schema.
public struct Shape: Hashable, Sendable {
  /// `object`, `array`, `string`, `integer`, `number`, `boolean`, `null`; empty: anything at all.
  public var types: [String]
  /// `date-time`, `date`, `bytes`.
  public var format: String?
  /// The texts that are allowed, where only some are.
  public var values: [String]?
  /// The members of an object, in the order of their declaration.
  public var properties: [Property]
  /// What a described type is called, and what is said of its members: neither goes over the wire.
  public var title: String?
  public var members: [String: Note] = [:]
  /// One shape, of each item of an array.
  public var items: [Shape] = []
  /// One shape, of each value of an object whose keys are data.
  public var additional: [Shape] = []

  public struct Property: Hashable, Sendable {
    public var name: String
    public var shape: Shape
    public var isRequired: Bool

    public init(name: String, shape: Shape, isRequired: Bool) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
    }
  }

  public init(_ types: String..., format: String? = nil, values: [String]? = nil, properties: [Property] = []) {
    self.types = types
    self.format = format
    self.values = values
    self.properties = properties
  }

  public var isNullable: Bool { types.contains("null") }

  /// This shape, or null.
  public var orNull: Shape {
    var shape = self
    if !types.isEmpty && !isNullable { shape.types.append("null") }
    return shape
  }

  /// What goes over the wire counts, and what is said about it does not.
  public static func == (left: Shape, right: Shape) -> Bool {
    left.types == right.types && left.format == right.format && left.values == right.values
      && left.properties == right.properties && left.items == right.items && left.additional == right.additional
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(types)
    hasher.combine(format)
    hasher.combine(values)
    hasher.combine(properties)
    hasher.combine(items)
    hasher.combine(additional)
  }

  public subscript(property name: String) -> Property? {
    properties.first { $0.name == name }
  }
}
