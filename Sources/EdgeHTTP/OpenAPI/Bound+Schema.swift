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

  /// Without the older names that members may still be sent by: each is described by one name, and required under it.
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
