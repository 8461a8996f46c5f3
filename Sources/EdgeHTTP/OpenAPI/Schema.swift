import Proto

/// A shape in the words of JSON Schema, with the bounds and the description that belong to its members' names.
struct Schema {
  /// A client may leave out what has no value; an answer holds every member, if need be as null.
  enum Use { case sent, told }

  let use: Use
  let components: Components
  /// What the items of a batch are, which its own shape leaves open.
  let each: Shape?

  init(_ use: Use, _ components: Components, each: Shape? = nil) {
    self.use = use
    self.components = components
    self.each = each
  }

  /// `owner` is the name of the object that has the member.
  func of(_ shape: Shape, named name: String = "", in owner: String = "") -> JSONValue {
    guard let typeName = shape.typeName, !shape.properties.isEmpty else { return written(shape, name, owner) }
    let own = ComponentName.of(typeName)
    var plain = shape
    plain.types.removeAll { $0 == "null" }
    let reference = components.refer(to: written(plain, name, own), named: own, use)
    return shape.isNullable ? ["anyOf": [reference, ["type": "null"]]] : reference
  }

  private func written(_ shape: Shape, _ name: String, _ owner: String) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if shape.types.count == 1 {
      members.append(("type", .text(shape.types[0])))
    } else if !shape.types.isEmpty {
      members.append(("type", .list(shape.types.map { .text($0) })))
    }
    if let format = shape.format { members.append(("format", .text(format))) }
    if let values = shape.values ?? Words.values(of: name, in: owner, shape) {
      members.append(("enum", .list(values.map { .text($0) } + (shape.isNullable ? [.raw(JSONBytes.null)] : []))))
    } else {
      members += Bounds.of(name, shape, use)
    }
    if shape.types.contains("object") && shape.additional.isEmpty { members += object(shape, owner) }
    if let items = shape.items.first { members.append(("items", item(items, of: name, owner))) }
    if let values = shape.additional.first { members.append(("additionalProperties", of(values, in: owner))) }
    return .object(members)
  }

  private func object(_ shape: Shape, _ owner: String) -> [(String, JSONValue)] {
    guard !shape.properties.isEmpty else { return [] }
    let properties = shape.properties.map { property in
      (property.name, described(of(property.shape, named: property.name, in: owner), property.name, owner))
    }
    var members: [(String, JSONValue)] = [("properties", .object(properties))]
    let required = shape.properties.filter { $0.isRequired || use == .told }.map { JSONValue.text($0.name) }
    if !required.isEmpty { members.append(("required", .list(required))) }
    if use == .sent { members += Bounds.alternatives(shape) }
    return members
  }

  private func described(_ schema: JSONValue, _ name: String, _ owner: String) -> JSONValue {
    guard let words = Words.of(name, in: owner), case .object(let members) = schema else { return schema }
    return .object(members + [("description", .text(words))])
  }

  private func item(_ items: Shape, of name: String, _ owner: String) -> JSONValue {
    guard let each, items.types.isEmpty else { return of(items, named: name, in: owner) }
    // Items that are judged one by one: whatever is wrong with one is answered in its place.
    return ["anyOf": [of(each), ["description": "Anything else is answered in its place, with a problem of 422."]]]
  }
}
