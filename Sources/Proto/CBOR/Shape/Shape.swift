/// The schema of a Codable type, in the terms of JSON Schema.
public struct Shape: Hashable, Sendable {
  /// `object`, `array`, `string`, `integer`, `number`, `boolean`, `null`; if empty, any type.
  public var types: [String]
  /// `date-time`, `date`, `bytes`.
  public var format: String?
  /// The allowed texts of an enum.
  public var values: [String]?
  /// The members of an object in declaration order.
  public var properties: [Property]
  /// The name of a documented type and the notes on its members. They are not sent over the wire.
  public var title: String?
  public var members: [String: Note] = [:]
  /// The shape of the items of an array.
  public var items: [Shape] = []
  /// The shape of the values of an object whose keys are data.
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

  /// The shape, with null as an additional type.
  public var orNull: Shape {
    var shape = self
    if !types.isEmpty && !isNullable { shape.types.append("null") }
    return shape
  }

  /// Compares what is sent over the wire, without the documentation.
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
