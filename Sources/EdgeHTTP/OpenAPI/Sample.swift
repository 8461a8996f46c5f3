import Proto

/// A value of a shape that a reader can recognise, for the examples of answers.
enum Sample {
  private static let texts: [String: JSONValue] = [
    "id": "sea-road", "storyId": "sea-road", "heroId": "ada", "workId": "things-fall-apart",
    "sessionId": "LG1LG14KP-EQVQ1ALF8FJR8", "userId": "me", "timezone": "Europe/Berlin", "displayName": "Ada",
    "name": "Ada", "heroName": "Ada", "title": "The Sea Road", "authors": "Chinua Achebe", "genres": "Fiction",
    "language": "English", "icon": "book.fill", "range": "week", "value": "African", "dimension": "culturalOrigin",
    "label": "Cultural Origin", "anomalies": "durationCapped", "kind": "durationCapped", "type": "stories",
    "nextCursor": "c2VhLXJvYWQ", "month": "2026-11", "genre": "Fiction", "ruckId": "ruck-1795154400",
    "description": "Finish 10 books.", "subtitle": "3 books remaining",
  ]
  private static let integers: [String: Int] = [
    "publishedYear": 1958, "pageCount": 209, "status": 201, "preferredListeningHour": 21, "dayStart": 4,
    "restDaysPerWeek": 1, "year": 2026, "busiestHour": 21,
  ]

  static func of(_ shape: Shape, named name: String = "") -> JSONValue {
    if let value = shape.values?.first { return .text(value) }
    switch shape.types.first {
    case "string" where shape.format == "date-time": return "2026-11-20T10:00:00Z"
    case "string" where shape.format == "date": return "2026-11-20"
    case "string": return texts[name] ?? "text"
    case "integer": return .number(integers[name] ?? 3)
    case "number" where name == "progress": return .raw([UInt8]("0.75".utf8))
    case "number": return .number(name == "rating" || name == "averageRating" ? 4 : 30)
    case "boolean": return true
    case "array": return .list(shape.items.map { of($0, named: name) })
    case "object" where !shape.additional.isEmpty:
      return .object(shape.additional.map { ("African", of($0)) })
    case "object":
      // Of one item of a batch, either the session or the error is there.
      return .object(
        shape.properties.map { ($0.name, $0.name == "error" ? .raw(JSONBytes.null) : of($0.shape, named: $0.name)) })
    default: return .raw(JSONBytes.null)
    }
  }
}
