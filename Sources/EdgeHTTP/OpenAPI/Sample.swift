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
  private static let numbers: [String: Double] = [
    "distance": 8_000, "totalDistance": 32_000, "averageDistancePerWeek": 8_000, "loadWeight": 20, "averageLoad": 20,
    "maxLoad": 22.5, "temperature": 6.5, "weightMoved": 160_000, "totalWeightMoved": 640_000, "pace": 10.625,
    "averagePace": 10.625, "calories": 900, "totalCalories": 3_600, "calorieBurnRate": 635.3, "movingTime": 5_100,
    "totalDuration": 20_400, "elevationGain": 120, "duration": 1_800, "estimatedDuration": 3_600,
    "totalListeningTime": 48_600, "seconds": 48_600, "averageStoryLength": 3_200, "averageListensPerStory": 2.5,
    "rating": 4.5, "averageRating": 4.2, "progress": 0.75, "temperaturePaceCorrelation": 0.4, "from": 10.5, "to": 11,
    "changePercent": 12.5, "current": 9, "previous": 8, "completion": 75, "completionBefore": 75, "completionAfter": 80,
    "given": 7_200, "stored": 5_400, "booksPerMonth": 1.4, "pagesPerDay": 18.2, "minutes": 30.5,
  ]
  /// What is counted by value, with values of its own dimension.
  private static let counted: [String: [String: Int]] = [
    "culturalOrigins": ["African": 3, "European": 2], "genderDistribution": ["Female": 3, "Male": 2],
    "translationStatus": ["Original Language": 4, "Translated": 1], "ownVoicesTheme": ["Own Voices": 2],
    "nicheAccessibility": ["Accessible": 1, "Standard": 4], "timePeriods": ["Contemporary": 3, "Historical": 2],
    "geographies": ["Africa": 3, "Europe": 2], "breakdown": ["African": 3, "European": 2],
  ]

  static func of(_ shape: Shape, named name: String = "") -> JSONValue {
    if let value = shape.values?.first { return .text(value) }
    switch shape.types.first {
    case "string" where shape.format == "date-time": return "2026-11-20T10:00:00Z"
    case "string" where shape.format == "date": return "2026-11-20"
    case "string": return texts[name] ?? "text"
    case "integer": return .number(integers[name] ?? 3)
    case "number": return .raw(number(numbers[name] ?? 60))
    case "boolean": return true
    case "array": return .list(shape.items.map { of($0, named: name) })
    case "object" where !shape.additional.isEmpty:
      if let counts = counted[name] {
        return .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
      }
      return .object([("culturalOrigin", "African"), ("gender", "Female")])
    case "object":
      // Of one item of a batch, either the session or the error is there.
      return .object(
        shape.properties.map { ($0.name, $0.name == "error" ? .raw(JSONBytes.null) : of($0.shape, named: $0.name)) })
    default: return .raw(JSONBytes.null)
    }
  }

  private static func number(_ value: Double) -> [UInt8] {
    value == value.rounded() ? [UInt8]("\(Int(value))".utf8) : [UInt8]("\(value)".utf8)
  }
}
