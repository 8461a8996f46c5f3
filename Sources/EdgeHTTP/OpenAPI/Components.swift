import JSON

/// The named schemas of the description. Each object is described once and referenced elsewhere.
final class Components {
  private(set) var schemas: [(String, JSONValue)] = []
  private var texts: [String: String] = [:]

  /// Stores an object's schema under its name and returns a reference. If a type has different schemas in requests and
  /// responses, each gets a separate name.
  func refer(to schema: JSONValue, named name: String, _ use: Schema.Use) -> JSONValue {
    let text = schema.json
    for candidate in [name, name + (use == .request ? "Input" : "Result")] {
      if let known = texts[candidate] {
        guard known == text else { continue }
      } else {
        texts[candidate] = text
        schemas.append((candidate, schema))
      }
      return ["$ref": .text("#/components/schemas/\(candidate)")]
    }
    return schema
  }
}
