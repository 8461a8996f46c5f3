public import Domain
public import Proto

extension Endpoints {
  static let diversityFigures: [Endpoint] = [
    DiversityAPI.FetchStatistics.endpoint,
    DiversityAPI.FetchCompletion.endpoint,
    DiversityAPI.FetchRadar.endpoint,
    DiversityAPI.FetchPoints.endpoint,
  ]
}

extension DiversityAPI {
  public struct FetchStatistics: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityStatistics
    public static let name = "diversity.stats"
    static let endpoint = Endpoint.get(
      "/diversity/stats", FetchStatistics.self, parameters: [.diversityPeriod],
      "How many works of the library have which value."
    ).tagged()

    public var period: StatsPeriod?
    public init(period: StatsPeriod? = nil) { self.period = period }
  }

  public struct FetchCompletion: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCompletion
    public static let name = "diversity.completion"
    static let endpoint = Endpoint.get("/diversity/completion", FetchCompletion.self, "How much is known of the works.")
      .tagged()

    public init() {}
  }

  public struct FetchRadar: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityRadar
    public static let name = "diversity.radar"
    static let endpoint = Endpoint.get(
      "/diversity/radar", FetchRadar.self,
      parameters: [.diversityPeriod, .radarAxes],
      "How evenly the works are spread, axis by axis.",
      details: "Without `axes`: the core five, the time period and the geography."
    ).tagged()

    public var period: StatsPeriod?
    /// Five to seven dimensions with commas between them.
    public var axes: String?

    public init(period: StatsPeriod? = nil, axes: String? = nil) {
      self.period = period
      self.axes = axes
    }
  }

  /// The newest first.
  public struct FetchPoints: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityPoints
    public static let name = "diversity.points"
    static let endpoint = Endpoint.get(
      "/diversity/points", FetchPoints.self, parameters: Parameter.page,
      "The curator points and what they were given for, newest first."
    ).tagged()

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }
}

extension Parameter {
  static let diversityPeriod = query(
    "period", .choice(of: StatsPeriod.self), "`allTime` if left out; else the current year or month.")
  static let radarAxes = query(
    "axes", .list(DiversityDimension.allCases.map(\.rawValue), 5...7),
    "Five to seven dimensions with commas between them.")
}

extension DiversityStatistics: Described {
  public static let members: [String: Note] = [
    "period": "The period that was asked for.",
    "totalBooks": "Books of the period.",
    "culturalOrigins": Note("Books by cultural origin.", like: ["African": 3, "European": 2]),
    "genderDistribution": Note("Books by the author's gender.", like: ["Female": 3, "Male": 2]),
    "translationStatus": Note("Books by translation.", like: ["Original Language": 4, "Translated": 1]),
    "ownVoicesTheme": Note("Books by own voices.", like: ["Own Voices": 2]),
    "nicheAccessibility": Note("Books by accessibility.", like: ["Accessible": 1, "Standard": 4]),
    "timePeriods": Note("Books by the period in which they came out.", like: ["Contemporary": 3, "Historical": 2]),
    "geographies": Note("Books by continent.", like: ["Africa": 3, "Europe": 2]),
    "booksWithCulturalData": "Books whose cultural origin is known.",
    "booksWithGenderData": "Books whose author's gender is known.",
    "booksWithTranslationData": "Books of which is known whether they are translated.",
    "booksWithOwnVoicesData": "Books of which is known whether they are of own voices.",
    "booksWithAccessibilityData": "Books whose accessibility is known.",
    "culturalCompletionPercentage": "Percent of the books whose cultural origin is known.",
    "genderCompletionPercentage": "Percent of the books whose author's gender is known.",
    "translationCompletionPercentage": "Percent of the books of which is known whether they are translated.",
    "ownVoicesCompletionPercentage": "Percent of the books of which is known whether they are of own voices.",
    "accessibilityCompletionPercentage": "Percent of the books whose accessibility is known.",
    "overallCompletionPercentage": "Percent of all core fields that are filled.",
  ]
}

extension DiversityCompletion: Described {
  public static let members: [String: Note] = [
    "overall": "Percent of the core fields that are filled.",
    "dimensions": "Dimension by dimension.",
    "curatorPoints": "All points of the user.",
    "missingFields": "Core fields of the library that are empty.",
  ]
}

extension DiversityCompletion.Dimension: Described {
  public static let members: [String: Note] = [
    "dimension": "What is asked about a work.",
    "label": Note("A name to show.", like: "Cultural Origin"),
    "completion": Note("Percent of the library's works that have the field.", .range(0...100), like: 75),
    "filled": "Works that have the field.",
    "total": "Works of the library.",
  ]
}

extension DiversityRadar: Described {
  public static let members: [String: Note] = [
    "period": "The period that was asked for.",
    "axes": "The axes, in the order asked for.",
    "completion": Note("Percent of the core fields of the period's books that are filled.", .range(0...100), like: 75),
  ]
}

extension DiversityRadar.Axis: Described {
  public static let members: [String: Note] = [
    "dimension": "What is asked about a work.",
    "label": Note("A name to show.", like: "Cultural Origin"),
    "value": "How evenly the books are spread, 0 to 100; 0 with one value or none.",
    "completion": Note("Percent of the books that have the field.", .range(0...100), like: 75),
    "isGhost": "Whether no book has data.",
    "missingBooks": "Books without data.",
    "breakdown": Note("Books by value.", like: ["African": 3, "European": 2]),
    "description": Note("The axis as a sentence to be read aloud.", like: "Finish 10 books."),
  ]
}

extension DiversityPoints: Described {
  public static let members: [String: Note] = [
    "curatorPoints": "All points of the user.",
    "items": "What points were given for, newest first.",
    "nextCursor": .nextCursor,
  ]
}

extension DiversityAward: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "dimension": "What is asked about a work.",
    "points": "Points for that field.",
    "awardedAt": "When the points were given.",
  ]
}
