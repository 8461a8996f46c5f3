import Proto

/// A shape in the words of JSON Schema, with the bounds that belong to its members' names.
enum Schema {
  /// A client may leave out what has no value; an answer holds every member, if need be as null.
  enum Use { case sent, told }

  /// `each` is what the items of a batch are, which its own shape leaves open.
  static func of(_ shape: Shape, _ use: Use, named name: String = "", each: Shape? = nil) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if shape.types.count == 1 {
      members.append(("type", .text(shape.types[0])))
    } else if !shape.types.isEmpty {
      members.append(("type", .list(shape.types.map { .text($0) })))
    }
    if let format = shape.format { members.append(("format", .text(format))) }
    if let values = shape.values {
      members.append(("enum", .list(values.map { .text($0) } + (shape.isNullable ? [.raw(JSONBytes.null)] : []))))
    } else {
      members += Bounds.of(name, shape, use)
    }
    if shape.types.contains("object") && shape.additional.isEmpty { members += object(shape, use, each) }
    if let items = shape.items.first { members.append(("items", item(items, use, of: name, each))) }
    if let values = shape.additional.first { members.append(("additionalProperties", of(values, use))) }
    return .object(members)
  }

  private static func object(_ shape: Shape, _ use: Use, _ each: Shape?) -> [(String, JSONValue)] {
    guard !shape.properties.isEmpty else { return [] }
    let properties = shape.properties.map { ($0.name, of($0.shape, use, named: $0.name, each: each)) }
    var members: [(String, JSONValue)] = [("properties", .object(properties))]
    let required = shape.properties.filter { $0.isRequired || use == .told }.map { JSONValue.text($0.name) }
    if !required.isEmpty { members.append(("required", .list(required))) }
    if use == .sent { members += Bounds.alternatives(shape) }
    return members
  }

  private static func item(_ items: Shape, _ use: Use, of name: String, _ each: Shape?) -> JSONValue {
    guard let each, items.types.isEmpty else { return of(items, use, named: name) }
    // Items that are judged one by one: whatever is wrong with one is answered in its place.
    return [
      "anyOf": [of(each, use), ["description": "Anything else is answered in its place, with a problem of 422."]]
    ]
  }
}
