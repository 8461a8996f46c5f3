import JSON

/// The schemas that the description gives a name: each object stands once, and is referred to from everywhere else.
final class Components {
  private(set) var schemas: [(String, JSONValue)] = []
  private var texts: [String: String] = [:]

  /// Keeps an object's schema under its name, and refers to it. Where one type looks different in a request and in an
  /// answer, each gets a name of its own.
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
