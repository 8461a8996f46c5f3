public import Domain
public import Languages
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
      "Count the library's works by value."
    ).tagged()

    public var period: StatsPeriod?
    public init(period: StatsPeriod? = nil) { self.period = period }
  }

  public struct FetchCompletion: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCompletion
    public static let name = "diversity.completion"
    static let endpoint = Endpoint.get(
      "/diversity/completion", FetchCompletion.self, "Get the completion of the diversity data."
    )
    .tagged().inLanguages()

    /// The language of texts. Default: English.
    public var lang: Language?

    public init(lang: Language? = nil) {
      self.lang = lang
    }
  }

  public struct FetchRadar: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityRadar
    public static let name = "diversity.radar"
    static let endpoint = Endpoint.get(
      "/diversity/radar", FetchRadar.self,
      parameters: [.diversityPeriod, .radarAxes],
      "Get the diversity of the works per dimension.",
      details: "`axes` defaults to the five core dimensions, the time period and the geography."
    ).tagged().inLanguages()

    public var period: StatsPeriod?
    /// Five to seven dimensions, separated by commas.
    public var axes: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(period: StatsPeriod? = nil, axes: String? = nil, lang: Language? = nil) {
      self.period = period
      self.axes = axes
      self.lang = lang
    }
  }

  /// Returns the points, newest first.
  public struct FetchPoints: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityPoints
    public static let name = "diversity.points"
    static let endpoint = Endpoint.get(
      "/diversity/points", FetchPoints.self, parameters: Parameter.page,
      "List the curator points and the values that earned them, newest first."
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
    "period", .choice(of: StatsPeriod.self), "All time, the current year or the current month. Default: `allTime`.")
  static let radarAxes = query(
    "axes", .list(DiversityDimension.allCases.map(\.rawValue), 5...7),
    "Five to seven dimensions, separated by commas.")
}

extension DiversityStatistics: Described {
  public static let members: [String: Note] = [
    "period": "The requested period.",
    "totalBooks": "Books in the period.",
    "culturalOrigins": Note("Books by cultural origin.", like: ["African": 3, "European": 2]),
    "genderDistribution": Note("Books by gender of the author.", like: ["Female": 3, "Male": 2]),
    "translationStatus": Note("Books by translation status.", like: ["Original Language": 4, "Translated": 1]),
    "ownVoicesTheme": Note("Books by whether they are own voices.", like: ["Own Voices": 2]),
    "nicheAccessibility": Note("Books by accessibility.", like: ["Accessible": 1, "Standard": 4]),
    "timePeriods": Note("Books by the period of publication.", like: ["Contemporary": 3, "Historical": 2]),
    "geographies": Note("Books by continent.", like: ["Africa": 3, "Europe": 2]),
    "booksWithCulturalData": "Books whose cultural origin is known.",
    "booksWithGenderData": "Books for which the author's gender is known.",
    "booksWithTranslationData": "Books for which the translation status is known.",
    "booksWithOwnVoicesData": "Books for which it is known whether they are own voices.",
    "booksWithAccessibilityData": "Books whose accessibility is known.",
    "culturalCompletionPercentage": "Percent of the books whose cultural origin is known.",
    "genderCompletionPercentage": "Percent of the books for which the author's gender is known.",
    "translationCompletionPercentage": "Percent of the books for which the translation status is known.",
    "ownVoicesCompletionPercentage": "Percent of the books for which it is known whether they are own voices.",
    "accessibilityCompletionPercentage": "Percent of the books whose accessibility is known.",
    "overallCompletionPercentage": "Percent of all core values that are known.",
  ]
}

extension DiversityCompletion: Described {
  public static let members: [String: Note] = [
    "overall": "Percent of the library's core values that are known.",
    "dimensions": "One item per core dimension.",
    "curatorPoints": "The user's total points.",
    "missingFields": "The number of core values that are missing in the library.",
  ]
}

extension DiversityCompletion.Dimension: Described {
  public static let members: [String: Note] = [
    "dimension": "The dimension of diversity.",
    "label": Note("The display name.", like: "Cultural Origin"),
    "completion": Note("Percent of the library's works that have a value.", .range(0...100), like: 75),
    "filled": "Works that have a value.",
    "total": "Works in the library.",
  ]
}

extension DiversityRadar: Described {
  public static let members: [String: Note] = [
    "period": "The requested period.",
    "axes": "The axes, in the requested order.",
    "completion": Note("Percent of the core values of the period's books that are known.", .range(0...100), like: 75),
  ]
}

extension DiversityRadar.Axis: Described {
  public static let members: [String: Note] = [
    "dimension": "The dimension of diversity.",
    "label": Note("The display name.", like: "Cultural Origin"),
    "value": "The evenness of the books over the values, from 0 to 100. 0 if there are fewer than two values.",
    "completion": Note("Percent of the books that have a value.", .range(0...100), like: 75),
    "isGhost": "Whether no book has a value.",
    "missingBooks": "Books that have no value.",
    "breakdown": Note("Books by value.", like: ["African": 3, "European": 2]),
    "description": Note("The axis as a sentence, for screen readers.", like: "Cultural Origin: 3 African, 2 European."),
  ]
}

extension DiversityPoints: Described {
  public static let members: [String: Note] = [
    "curatorPoints": "The user's total points.",
    "items": "The values that earned points, newest first.",
    "nextCursor": .nextCursor,
  ]
}

extension DiversityAward: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "dimension": "The dimension of diversity.",
    "points": "The points for this value.",
    "awardedAt": "When the points were earned.",
  ]
}
