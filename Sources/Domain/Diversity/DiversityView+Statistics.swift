public import Chronology
public import Languages

public struct DiversityStatistics: Codable, Hashable, Sendable {
  public var period: StatsPeriod
  public var totalBooks: Int
  public var culturalOrigins: [String: Int]
  public var genderDistribution: [String: Int]
  public var translationStatus: [String: Int]
  public var ownVoicesTheme: [String: Int]
  public var nicheAccessibility: [String: Int]
  public var timePeriods: [String: Int]
  public var geographies: [String: Int]
  public var booksWithCulturalData: Int
  public var booksWithGenderData: Int
  public var booksWithTranslationData: Int
  public var booksWithOwnVoicesData: Int
  public var booksWithAccessibilityData: Int
  public var culturalCompletionPercentage: Double
  public var genderCompletionPercentage: Double
  public var translationCompletionPercentage: Double
  public var ownVoicesCompletionPercentage: Double
  public var accessibilityCompletionPercentage: Double
  public var overallCompletionPercentage: Double
}

public struct DiversityCompletion: Codable, Hashable, Sendable {
  public struct Dimension: Codable, Hashable, Sendable {
    public var dimension: DiversityDimension
    public var label: String
    public var completion: Double
    public var filled: Int
    public var total: Int
  }

  public var overall: Double
  public var dimensions: [Dimension]
  public var curatorPoints: Int
  public var missingFields: Int
}

extension DiversityCompletion {
  public func translated(to language: Language?) -> DiversityCompletion {
    guard let language, language != .english else { return self }
    var completion = self
    for place in dimensions.indices {
      completion.dimensions[place].label = dimensions[place].dimension.label(in: language)
    }
    return completion
  }
}

extension DiversityView {
  public mutating func statistics(_ period: StatsPeriod, now: Instant) -> DiversityStatistics {
    let tally = tally(period, now: now)
    func breakdown(_ dimension: DiversityDimension) -> [String: Int] {
      tally.distribution(of: dimension, languageName: languages.name).shown.breakdown
    }
    func completion(_ dimension: DiversityDimension) -> Double {
      Percentage.of(tally.filled(dimension), in: tally.books)
    }
    return DiversityStatistics(
      period: period, totalBooks: tally.books, culturalOrigins: breakdown(.culturalOrigin),
      genderDistribution: breakdown(.gender), translationStatus: breakdown(.translation),
      ownVoicesTheme: breakdown(.ownVoices), nicheAccessibility: breakdown(.accessibility),
      timePeriods: breakdown(.timePeriod), geographies: breakdown(.geography),
      booksWithCulturalData: tally.filled(.culturalOrigin), booksWithGenderData: tally.filled(.gender),
      booksWithTranslationData: tally.filled(.translation), booksWithOwnVoicesData: tally.filled(.ownVoices),
      booksWithAccessibilityData: tally.filled(.accessibility),
      culturalCompletionPercentage: completion(.culturalOrigin), genderCompletionPercentage: completion(.gender),
      translationCompletionPercentage: completion(.translation),
      ownVoicesCompletionPercentage: completion(.ownVoices),
      accessibilityCompletionPercentage: completion(.accessibility), overallCompletionPercentage: tally.completion)
  }

  /// Returns the percentages of known core values in the library.
  public func completion() -> DiversityCompletion {
    let total = everything.books
    return DiversityCompletion(
      overall: everything.completion,
      dimensions: DiversityDimension.core.map { dimension in
        let filled = everything.filled(dimension)
        return DiversityCompletion.Dimension(
          dimension: dimension, label: dimension.label, completion: Percentage.of(filled, in: total), filled: filled,
          total: total)
      },
      curatorPoints: awards.points, missingFields: DiversityDimension.core.count * total - everything.filledCore)
  }

  mutating func tally(_ period: StatsPeriod, now: Instant) -> DiversityTally {
    guard let span = period.span(around: now, in: calendar) else { return everything }
    if let cached = periods[period], cached.span == span { return cached.tally }
    let computed = PeriodTally(span, in: calendar, works: works, log: log)
    periods[period] = computed
    return computed.tally
  }
}
