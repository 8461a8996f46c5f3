import Domain
import Proto

/// What the names of members and parameters say about their values: one name means the same everywhere. The services
/// judge by the rules of `Domain`; these are the same rules for readers of the description.
enum Bounds {
  static let id: [(String, JSONValue)] = [
    ("minLength", 1), ("maxLength", .number(TextRules.longestId)), ("pattern", "^(?!\\.{1,2}$)[A-Za-z0-9._:-]+$"),
  ]
  static let cursor: [(String, JSONValue)] = [
    ("minLength", 1), ("maxLength", .number(Limits.cursorBytes)), ("pattern", "^[A-Za-z0-9_-]+$"),
  ]
  static let text: [(String, JSONValue)] = [
    ("minLength", 1), ("maxLength", .number(TextRules.longestText)), ("pattern", "^[^\\u0000]*$"),
  ]
  private static let pages = range(0...LibraryRules.lastPage)

  private static let ids: Set<String> = ["id", "storyId", "heroId", "workId", "sessionId"]
  private static let texts: Set<String> = [
    "title", "name", "heroName", "language", "originalLanguage", "authors", "genres", "timezone", "value", "condition",
    "genre", "displayName",
  ]
  private static let integers: [String: [(String, JSONValue)]] = [
    "dayStart": range(ProfileRules.dayStarts), "restDaysPerWeek": range(ProfileRules.restDays),
    "pageCount": range(LibraryRules.pageCounts), "publishedYear": range(LibraryRules.publishedYears),
    "currentPage": pages, "startPage": pages, "endPage": pages, "preferredListeningHour": range(0...23),
    "year": range(StatsView.reviewYears), "busiestHour": range(0...23),
    "target": range(GoalRules.targets), "progressSteps": range(0...4),
  ]
  private static let numbers: [String: [(String, JSONValue)]] = [
    "estimatedDuration": [("exclusiveMinimum", 0)], "duration": [("minimum", 0)], "minutes": [("minimum", 0)],
    "totalListeningTime": [("minimum", 0)], "rating": range(0...5) + [("multipleOf", .raw([UInt8]("0.5".utf8)))],
    "averageStoryLength": [("minimum", 0)], "averageListensPerStory": [("minimum", 0)],
    "distance": [("minimum", 0)], "loadWeight": [("minimum", 0)], "calories": [("minimum", 0)],
    "elevationGain": [("minimum", 0)], "movingTime": [("minimum", 0)],
    "completion": range(0...100), "completionBefore": range(0...100), "completionAfter": range(0...100),
    "averageRating": range(0...5), "readingProgress": range(0...100), "culturalProgress": range(0...100),
    "overallCompletion": range(0...100), "evenness": range(0...100), "diversityPercentage": range(0...100),
    "booksPerMonth": [("minimum", 0)], "pagesPerDay": [("minimum", 0)],
    "progress": range(0...1),
  ]
  /// What a ruck may have; sums of rucks have more.
  private static let sentNumbers: [String: [(String, JSONValue)]] = [
    "distance": range(0...Int(RuckRules.longestDistance)), "loadWeight": range(0...Int(RuckRules.heaviestLoad)),
  ]
  private static let lists: [String: Int] = [
    "authors": LibraryRules.mostInList, "genres": LibraryRules.mostInList, "sessions": 500, "rucks": 500,
    "results": 500,
    "terrain": RuckRules.mostSegments, "months": ReadingTimeline.counts.upperBound, "top": ReadingInsights.Genres.most,
  ]

  static func of(_ name: String, _ shape: Shape, _ use: Schema.Use) -> [(String, JSONValue)] {
    switch shape.types.first {
    case "string" where shape.format != nil: []
    case "string" where ids.contains(name): id
    case "string" where name == "nextCursor": cursor
    case "string" where name == "month": [("pattern", "^[0-9]{4}-[0-9]{2}$")]
    case "string" where texts.contains(name): text
    case "integer" where integers[name] != nil: integers[name] ?? []
    // What is counted is never below nothing.
    case "integer": use == .told && name != "status" ? [("minimum", 0)] : []
    case "number" where use == .sent && sentNumbers[name] != nil: sentNumbers[name] ?? []
    case "number": numbers[name] ?? []
    case "array": lists[name].map { [("maxItems", .number($0))] } ?? []
    default: []
    }
  }

  /// Members of which either one or the other is required.
  static func alternatives(_ shape: Shape) -> [(String, JSONValue)] {
    let pairs = [("startedAt", "startTime"), ("endedAt", "endTime")].filter { first, second in
      shape[property: first] != nil && shape[property: second] != nil
    }
    guard !pairs.isEmpty else { return [] }
    let choices = pairs.map { pair -> JSONValue in ["anyOf": [present(pair.0), present(pair.1)]] }
    return [("allOf", .list(choices))]
  }

  private static func present(_ name: String) -> JSONValue {
    let text: JSONValue = ["type": "string"]
    return ["required": [.text(name)], "properties": .object([(name, text)])]
  }

  /// A merge patch cannot clear what every object of its kind has.
  static func patch(_ shape: Shape) -> Shape {
    var shape = shape
    for index in shape.properties.indices {
      shape.properties[index].shape = patch(shape.properties[index].shape)
      if lasting.contains(shape.properties[index].name) {
        shape.properties[index].shape.types.removeAll { $0 == "null" }
      }
    }
    return shape
  }

  private static let lasting: Set<String> = [
    "endedAt", "completed", "startPage", "endPage", "distance", "loadWeight", "temperature", "condition", "status",
    "currentPage",
  ]

  static func range(_ range: ClosedRange<Int>) -> [(String, JSONValue)] {
    [("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
  }
}
