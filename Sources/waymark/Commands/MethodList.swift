import Proto

/// The methods of a service for people: one line each, with the types of argument and reply.
struct MethodList {
  let text: String

  private struct Description: Decodable {
    var methods: [MethodDescription]
  }

  private struct MethodDescription: Decodable {
    var method: String
    var argument: Outline
    var result: Outline
  }

  init(_ reply: [UInt8]) throws {
    let description = try CBORDecoder.decode(Description.self, from: reply)
    text = description.methods.map { "\($0.method) \($0.argument.text) → \($0.result.text)" }.joined(separator: "\n")
  }
}

/// A JSON Schema as one short line.
private struct Outline: Decodable {
  let text: String

  private enum Key: String, CodingKey {
    case type, format, properties, required, items, additionalProperties, values = "enum"
  }

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      text = "any"
      return
    }
    let types =
      (try? container.decode([String].self, forKey: .type))
      ?? (try? container.decode(String.self, forKey: .type)).map { [$0] } ?? []
    let name = types.first { $0 != "null" } ?? types.first ?? "any"
    var line = (try? container.decode(String.self, forKey: .format)) ?? name
    if let values = try? container.decode([String].self, forKey: .values) { line = values.joined(separator: "|") }
    if let item = try? container.decode(Outline.self, forKey: .items) { line = "[\(item.text)]" }
    if let value = try? container.decode(Outline.self, forKey: .additionalProperties) { line = "{*: \(value.text)}" }
    if let properties = try? container.decode([String: Outline].self, forKey: .properties) {
      let required = (try? container.decode([String].self, forKey: .required)) ?? []
      let members = properties.sorted { $0.key < $1.key }
        .map { "\($0.key)\(required.contains($0.key) ? "" : "?"): \($0.value.text)" }
      line = "{" + members.joined(separator: ", ") + "}"
    }
    text = types.contains("null") && types.count > 1 ? line + "|null" : line
  }
}
