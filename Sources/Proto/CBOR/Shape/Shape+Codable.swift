/// Encodes JSON Schema, without keywords that do not apply.
extension Shape: Codable {
  enum Keys: String, CodingKey {
    case type, format, properties, required, items, additionalProperties
    case values = "enum"
  }

  /// The name of a member as a coding key.
  struct Name: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    if types.count == 1 {
      try container.encode(types[0], forKey: .type)
    } else if !types.isEmpty {
      try container.encode(types, forKey: .type)
    }
    if let format { try container.encode(format, forKey: .format) }
    if let values { try container.encode(values + (isNullable ? [nil] : []), forKey: .values) }
    if types.contains("object") && additional.isEmpty {
      var members = container.nestedContainer(keyedBy: Name.self, forKey: .properties)
      for property in properties { try members.encode(property.shape, forKey: Name(stringValue: property.name)) }
      let required = properties.filter(\.isRequired).map(\.name)
      if !required.isEmpty { try container.encode(required, forKey: .required) }
    }
    if let items = items.first { try container.encode(items, forKey: .items) }
    if let additional = additional.first { try container.encode(additional, forKey: .additionalProperties) }
  }

  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Keys.self)
    if container.contains(.type) {
      let one = try? container.decode(String.self, forKey: .type)
      types = try one.map { [$0] } ?? container.decode([String].self, forKey: .type)
    }
    format = try container.decodeIfPresent(String.self, forKey: .format)
    values = try container.decodeIfPresent([String?].self, forKey: .values)?.compactMap(\.self)
    if container.contains(.properties) {
      let required = Set(try container.decodeIfPresent([String].self, forKey: .required) ?? [])
      let members = try container.nestedContainer(keyedBy: Name.self, forKey: .properties)
      properties = try members.allKeys.map { name in
        Property(
          name: name.stringValue, shape: try members.decode(Shape.self, forKey: name),
          isRequired: required.contains(name.stringValue))
      }
    }
    if let shape = try container.decodeIfPresent(Shape.self, forKey: .items) { items = [shape] }
    if let shape = try container.decodeIfPresent(Shape.self, forKey: .additionalProperties) { additional = [shape] }
  }
}
