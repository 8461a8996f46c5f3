import JSON
import Proto

/// Returns a plausible value of a shape, for the examples of responses.
enum Sample {
  static func of(_ shape: Shape, _ note: Note? = nil) -> JSONValue {
    if let value = shape.values?.first ?? note?.bound?.values?.first, shape.items.isEmpty { return .text(value) }
    if shape.title == nil, shape.items.isEmpty, let example = note?.example { return value(example) }
    if case .nothing = note?.example { return .null }
    switch shape.types.first {
    case "string" where shape.format == "date-time": return "2026-11-20T10:00:00Z"
    case "string" where shape.format == "date": return "2026-11-20"
    case "string": return "text"
    case "integer": return 3
    case "number": return 60
    case "boolean": return true
    case "array":
      var item = note
      if case .list(_, let bound) = note?.bound { item?.bound = bound }
      return .list(shape.items.map { of($0, item) })
    case "object": return .object(shape.properties.map { ($0.name, of($0.shape, shape.members[$0.name])) })
    default: return .null
    }
  }

  private static func value(_ example: Example) -> JSONValue {
    switch example {
    case .text(let text): .text(text)
    case .number(let number): .number(number)
    case .members(let members): .object(members.sorted { $0.name < $1.name }.map { ($0.name, value($0.value)) })
    case .nothing: .null
    }
  }
}
