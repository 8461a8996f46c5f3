import JSON
import Proto

/// Describes a shape as JSON Schema, with the notes on its members.
struct Schema {
  /// A request may omit members without a value; a response has every member, possibly as null.
  enum Use { case request, response }

  let use: Use
  let components: Components
  /// The shape of a batch's items, which the batch's shape leaves open.
  let each: Shape?

  init(_ use: Use, _ components: Components, each: Shape? = nil) {
    self.use = use
    self.components = components
    self.each = each
  }

  func of(_ shape: Shape, _ note: Note? = nil) -> JSONValue {
    guard let title = shape.title, !shape.properties.isEmpty else { return written(shape, note) }
    var plain = shape
    plain.types.removeAll { $0 == "null" }
    let reference = components.refer(to: written(plain, nil), named: title, use)
    return shape.isNullable ? ["anyOf": [reference, ["type": "null"]]] : reference
  }

  private func written(_ shape: Shape, _ note: Note?) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if shape.types.count == 1 {
      members.append(("type", .text(shape.types[0])))
    } else if !shape.types.isEmpty {
      members.append(("type", .list(shape.types.map { .text($0) })))
    }
    if let format = shape.format { members.append(("format", .text(format))) }
    if let values = shape.values {
      members.append(("enum", .list(values.map { .text($0) } + (shape.isNullable ? [.null] : []))))
    } else if let bound = note?.bound {
      members += bound.members
    } else if use == .response, shape.types.first == "integer" {
      // Counts are never negative.
      members += Bound.from(0).members
    }
    if shape.types.contains("object") && shape.additional.isEmpty { members += object(shape) }
    if let items = shape.items.first { members.append(("items", item(items, note))) }
    if let values = shape.additional.first { members.append(("additionalProperties", of(values))) }
    return .object(members)
  }

  private func object(_ shape: Shape) -> [(String, JSONValue)] {
    guard !shape.properties.isEmpty else { return [] }
    let shape = use == .request ? shape.withoutOtherNames : shape
    let properties = shape.properties.map { property in
      let note = shape.members[property.name]
      return (property.name, described(of(property.shape, note), note))
    }
    var members: [(String, JSONValue)] = [("properties", .object(properties))]
    let isWhole = use == .response
    let required = shape.properties.filter { property in
      property.isRequired || isWhole && shape.members[property.name]?.isOmittable != true
    }.map { JSONValue.text($0.name) }
    if !required.isEmpty { members.append(("required", .list(required))) }
    return members
  }

  private func described(_ schema: JSONValue, _ note: Note?) -> JSONValue {
    guard let note, case .object(let members) = schema else { return schema }
    return .object(members + [("description", .text(note.words))])
  }

  private func item(_ items: Shape, _ note: Note?) -> JSONValue {
    guard let each, items.types.isEmpty else {
      guard case .list(_, let bound?) = note?.bound else { return of(items) }
      return of(items, Note("", bound))
    }
    // Each item is validated separately: its error is returned in its place.
    return ["anyOf": [of(each), ["description": "Any other item is returned in its place with a 422 problem."]]]
  }
}
