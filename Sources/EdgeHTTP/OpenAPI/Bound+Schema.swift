import JSON
import Proto

extension Bound {
  /// The bound as members of a JSON Schema.
  var members: [(String, JSONValue)] {
    switch self {
    case .text(let lengths, let form):
      [
        ("minLength", .integer(lengths.lowerBound)), ("maxLength", .integer(lengths.upperBound)),
        ("pattern", .text(form)),
      ]
    case .form(let form): [("pattern", .text(form))]
    case .values(let values): [("enum", .list(values.map { .text($0) }))]
    case .range(let range): [("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))]
    case .quarters(let range): Bound.range(range).members + [("multipleOf", 0.25)]
    case .from(let least): [("minimum", .integer(least))]
    case .above(let bound): [("exclusiveMinimum", .integer(bound))]
    case .list(let most, _): most.map { [("maxItems", .integer($0))] } ?? []
    }
  }

  var values: [String]? {
    if case .values(let values) = self { values } else { nil }
  }
}

extension Shape {
  /// The shape of a merge patch, which cannot clear required members.
  var asPatch: Shape {
    var shape = self
    for index in shape.properties.indices {
      let isLasting = members[shape.properties[index].name]?.isLasting == true
      shape.properties[index].shape = shape.properties[index].shape.asPatch
      if isLasting { shape.properties[index].shape.types.removeAll { $0 == "null" } }
    }
    return shape
  }

  /// The shape without deprecated member names. The current name is required.
  var withoutOtherNames: Shape {
    var shape = self
    for property in properties {
      guard let name = members[property.name]?.otherName,
        let index = shape.properties.firstIndex(where: { $0.name == name })
      else { continue }
      shape.properties[index].isRequired = true
      shape.properties[index].shape.types.removeAll { $0 == "null" }
      shape.properties.removeAll { $0.name == property.name }
    }
    return shape
  }
}
