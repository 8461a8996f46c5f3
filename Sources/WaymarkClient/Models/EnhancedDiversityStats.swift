/// How many works of the library have which value, and how much is known of them.
public struct EnhancedDiversityStats: Codable, Sendable, Hashable {
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

/// How much is known of the works in the library, for a progress ring and its breakdown.
public struct DiversityCompletion: Codable, Sendable, Hashable {
  public struct Dimension: Codable, Sendable, Hashable, Identifiable {
    public var dimension: DiversityDimension
    public var label: String
    public var completion: Double
    public var filled: Int
    public var total: Int

    public var id: DiversityDimension { dimension }
  }

  public var overall: Double
  public var dimensions: [Dimension]
  public var curatorPoints: Int
  public var missingFields: Int
}

/// What was said about one work.
public struct WorkDiversity: Codable, Sendable, Hashable {
  public var workId: String
  public var values: [String: String]
  public var missing: [DiversityDimension]
}
