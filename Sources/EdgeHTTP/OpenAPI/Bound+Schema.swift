import Proto

extension Bound {
  /// In the words of JSON Schema.
  var members: [(String, JSONValue)] {
    switch self {
    case .text(let lengths, let form):
      [
        ("minLength", .number(lengths.lowerBound)), ("maxLength", .number(lengths.upperBound)),
        ("pattern", .text(form)),
      ]
    case .form(let form): [("pattern", .text(form))]
    case .values(let values): [("enum", .list(values.map { .text($0) }))]
    case .range(let range): [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
    case .halves(let range): Bound.range(range).members + [("multipleOf", .raw([UInt8]("0.5".utf8)))]
    case .from(let least): [("minimum", .number(least))]
    case .above(let bound): [("exclusiveMinimum", .number(bound))]
    case .list(let most, _): most.map { [("maxItems", .number($0))] } ?? []
    }
  }

  var values: [String]? {
    if case .values(let values) = self { values } else { nil }
  }
}

extension Shape {
  /// Of a merge patch, which cannot clear what every object of its kind has.
  var asPatch: Shape {
    var shape = self
    for index in shape.properties.indices {
      let isLasting = members[shape.properties[index].name]?.isLasting == true
      shape.properties[index].shape = shape.properties[index].shape.asPatch
      if isLasting { shape.properties[index].shape.types.removeAll { $0 == "null" } }
    }
    return shape
  }

  /// Members of which either one or the other is required.
  var alternatives: [(String, JSONValue)] {
    let choices = properties.compactMap { property -> JSONValue? in
      guard let other = members[property.name]?.otherName, self[property: other] != nil else { return nil }
      return ["anyOf": [Shape.present(other), Shape.present(property.name)]]
    }
    return choices.isEmpty ? [] : [("allOf", .list(choices))]
  }

  private static func present(_ name: String) -> JSONValue {
    let text: JSONValue = ["type": "string"]
    return ["required": [.text(name)], "properties": .object([(name, text)])]
  }
}
