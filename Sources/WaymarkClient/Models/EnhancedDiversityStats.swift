/// The number of the library's works for each value of each dimension. "Books" are the works of the period.
public struct EnhancedDiversityStats: Codable, Sendable, Hashable {
  /// The period of the figures.
  public var period: StatsPeriod
  /// The number of books in the period.
  public var totalBooks: Int
  /// Books by cultural origin.
  public var culturalOrigins: [String: Int]
  /// Books by the author's gender.
  public var genderDistribution: [String: Int]
  /// Books by whether they are translated.
  public var translationStatus: [String: Int]
  /// Books by own voices.
  public var ownVoicesTheme: [String: Int]
  /// Books by accessibility.
  public var nicheAccessibility: [String: Int]
  /// Books by the period of publication.
  public var timePeriods: [String: Int]
  /// Books by continent.
  public var geographies: [String: Int]
  /// Books with a known cultural origin.
  public var booksWithCulturalData: Int
  /// Books whose author's gender is known.
  public var booksWithGenderData: Int
  /// Books with a known translation status.
  public var booksWithTranslationData: Int
  /// Books with a value for own voices.
  public var booksWithOwnVoicesData: Int
  /// Books with a known accessibility.
  public var booksWithAccessibilityData: Int
  /// The percentage of books with a known cultural origin, 0…100.
  public var culturalCompletionPercentage: Double
  /// The percentage of books whose author's gender is known, 0…100.
  public var genderCompletionPercentage: Double
  /// The percentage of books with a known translation status, 0…100.
  public var translationCompletionPercentage: Double
  /// The percentage of books with a value for own voices, 0…100.
  public var ownVoicesCompletionPercentage: Double
  /// The percentage of books with a known accessibility, 0…100.
  public var accessibilityCompletionPercentage: Double
  /// The percentage of all core fields with a value, 0…100.
  public var overallCompletionPercentage: Double
}

/// How complete the diversity data of the library is, for a progress ring and bars.
public struct DiversityCompletion: Codable, Sendable, Hashable {
  /// The completion of one dimension.
  public struct Dimension: Codable, Sendable, Hashable, Identifiable {
    /// The dimension.
    public var dimension: DiversityDimension
    /// The name to show.
    public var label: String
    /// The percentage of works with a value, 0…100.
    public var completion: Double
    /// The number of works with a value.
    public var filled: Int
    /// The number of works in the library.
    public var total: Int

    /// The dimension.
    public var id: DiversityDimension { dimension }
  }

  /// The percentage of core fields with a value, 0…100.
  public var overall: Double
  /// The completion of each core dimension.
  public var dimensions: [Dimension]
  /// The sum of all the user's points.
  public var curatorPoints: Int
  /// The number of core fields without a value.
  public var missingFields: Int
}

/// The diversity data of one work.
public struct WorkDiversity: Codable, Sendable, Hashable {
  /// The id of the work.
  public var workId: String
  /// The values by the name of the dimension.
  public var values: [String: String]
  /// The core dimensions without a value.
  public var missing: [DiversityDimension]
}
