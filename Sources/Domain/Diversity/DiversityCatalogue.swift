/// All that can be asked about a work, in words for people.
public struct DiversityCatalogue: Codable, Hashable, Sendable {
  public struct Dimension: Codable, Hashable, Sendable {
    public var dimension: DiversityDimension
    public var label: String
    /// Nil where it follows from the work itself.
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
}

extension DiversityDimension {
  /// For a dimension without a question: its values themselves.
  fileprivate var plainOptions: [DiversityQuestion.Option] {
    values.map { DiversityQuestion.Option(value: $0, label: $0, icon: "calendar") }
  }
}
