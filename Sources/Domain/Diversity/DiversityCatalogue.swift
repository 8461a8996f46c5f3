public import Languages

/// All dimensions with their labels, questions and options.
public struct DiversityCatalogue: Codable, Hashable, Sendable {
  public struct Dimension: Codable, Hashable, Sendable {
    public var dimension: DiversityDimension
    public var label: String
    /// Nil if the dimension is derived from the work.
    public var question: String?
    public var isCore: Bool
    public var isDerived: Bool
    public var options: [DiversityQuestion.Option]
  }

  public var dimensions: [Dimension]

  public static let all = DiversityCatalogue(
    dimensions: DiversityDimension.allCases.map { dimension in
      Dimension(
        dimension: dimension, label: dimension.label, question: dimension.question?.text, isCore: dimension.isCore,
        isDerived: dimension.isDerived, options: dimension.question?.options ?? dimension.plainOptions)
    })

  private static let translations = Dictionary(
    uniqueKeysWithValues: Language.allCases.map { ($0, all.translated(to: $0)) })

  /// English without a language.
  public static func all(in language: Language?) -> DiversityCatalogue { translations[language ?? .english] ?? all }

  private func translated(to language: Language) -> DiversityCatalogue {
    guard language != .english else { return self }
    return DiversityCatalogue(
      dimensions: dimensions.map { dimension in
        var dimension = dimension
        dimension.label = language.text(dimension.label)
        dimension.question = dimension.question.map { language.text($0) }
        dimension.options = dimension.options.map { $0.translated(to: language) }
        return dimension
      })
  }
}

extension DiversityDimension {
  /// The options of a dimension that has no question: its values.
  fileprivate var plainOptions: [DiversityQuestion.Option] {
    values.map { DiversityQuestion.Option(value: $0, label: $0, icon: "calendar") }
  }
}
