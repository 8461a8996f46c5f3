public import Languages

/// The question after a reading session.
public struct DiversityPrompt: Codable, Hashable, Sendable {
  /// The id of the session that led to the prompt.
  public var id: String
  public var sessionId: String
  public var workId: String
  public var dimension: DiversityDimension
  public var question: String
  public var options: [DiversityQuestion.Option]
  public var skippable: Bool

  /// Nil for a dimension that has no question.
  public init?(sessionId: String, workId: String, dimension: DiversityDimension) {
    guard let question = dimension.question else { return nil }
    id = sessionId
    self.sessionId = sessionId
    self.workId = workId
    self.dimension = dimension
    self.question = question.text
    options = question.options
    skippable = true
  }

  public func translated(to language: Language?) -> DiversityPrompt {
    guard let language, language != .english else { return self }
    var prompt = self
    prompt.question = language.text(question)
    prompt.options = options.map { $0.translated(to: language) }
    return prompt
  }
}

extension DiversityDimension {
  /// Returns the first core dimension that is not known, or nil if all are known.
  public static func asked(known: Set<DiversityDimension>) -> DiversityDimension? {
    core.first { !known.contains($0) }
  }
}
