public import Languages

/// The dimensions of diversity. Snapshots depend on the order of the dimensions and of their values: add new ones at
/// the end.
public enum DiversityDimension: String, Codable, CaseIterable, Hashable, Sendable {
  case culturalOrigin, gender, translation, ownVoices, accessibility
  case timePeriod, geography, marginalizedVoices
  case language

  /// The dimensions that completion counts. Prompts ask for them in this order.
  public static let core: [DiversityDimension] = [.culturalOrigin, .gender, .translation, .ownVoices, .accessibility]

  /// The default axes of a radar.
  public static let radar: [DiversityDimension] = core + [.timePeriod, .geography]

  /// The dimensions with a fixed set of values.
  static let fixed: [DiversityDimension] = allCases.filter { $0 != .language }

  public var isCore: Bool { Self.core.contains(self) }

  /// Whether the dimension is derived from the work and cannot be set.
  public var isDerived: Bool { self == .timePeriod || self == .language }

  public var label: String {
    switch self {
    case .culturalOrigin: "Cultural Origin"
    case .gender: "Gender"
    case .translation: "Translation"
    case .ownVoices: "Own Voices"
    case .accessibility: "Accessibility"
    case .timePeriod: "Time Period"
    case .geography: "Geography"
    case .marginalizedVoices: "Marginalized Voices"
    case .language: "Language"
    }
  }

  public func label(in language: Language) -> String { language.text(label) }

  /// Returns a value as people read it. Languages are free text.
  public func name(of value: String, in language: Language) -> String {
    self == .language && value != DiversityDistribution.restName ? value : language.text(value)
  }

  /// Empty for the language, which is free text.
  public var values: [String] {
    switch self {
    case .culturalOrigin: Self.culturalOrigins
    case .gender: ["Female", "Male", "Non-binary", "Unknown"]
    case .translation: ["Translated", "Original Language"]
    case .ownVoices: ["Own Voices", "Not Own Voices"]
    case .accessibility: ["Accessible", "Standard"]
    case .timePeriod: ["Classic", "Historical", "Contemporary"]
    case .geography: ["Africa", "Asia", "Europe", "North America", "South America", "Oceania", "Antarctica"]
    case .marginalizedVoices: ["LGBTQ+", "Disability", "Other", "None"]
    case .language: []
    }
  }

  private static let culturalOrigins = [
    "African", "Asian", "Caribbean", "European", "Indigenous", "Latin American", "Middle Eastern", "North American",
    "Oceanian", "Other",
  ]

  /// The value that completes the dimension without a statement about diversity. Evenness ignores it.
  public var neutralValue: String? {
    switch self {
    case .gender: "Unknown"
    case .marginalizedVoices: "None"
    default: nil
    }
  }

  /// Returns the time period, one of `values`, of a year of publication.
  static func timePeriod(of year: Int) -> String {
    year < 1950 ? "Classic" : year < 2000 ? "Historical" : "Contemporary"
  }
}
