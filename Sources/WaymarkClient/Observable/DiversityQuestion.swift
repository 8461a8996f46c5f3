import Foundation

/// One question about one work: after a session, or from a "+".
public struct DiversityQuestion: Sendable, Hashable {
  public var workId: String
  /// Nil where only the work's id is known.
  public var title: String?
  public var dimension: DiversityDimension
  public var text: String
  /// The pills to choose from.
  public var options: [DiversityPrompt.Option]
  /// The server's own question; nil where a person asked for it.
  public var prompt: DiversityPrompt?

  public init(_ prompt: DiversityPrompt, title: String? = nil) {
    self.init(
      workId: prompt.workId, title: title, dimension: prompt.dimension, text: prompt.question, options: prompt.options,
      prompt: prompt)
  }

  init(
    workId: String, title: String?, dimension: DiversityDimension, text: String, options: [DiversityPrompt.Option],
    prompt: DiversityPrompt?
  ) {
    self.workId = workId
    self.title = title
    self.dimension = dimension
    self.text = text
    self.options = options
    self.prompt = prompt
  }

  func report(_ value: String, saidAt: Date) -> DiversityReport {
    DiversityReport(
      workId: workId, dimension: dimension, value: value, promptId: prompt?.id, saidAt: saidAt)
  }
}

/// How far the filling in of missing data is.
public enum DiversityStep: Sendable, Hashable {
  case closed
  /// The question is being looked for.
  case opening
  case asking(DiversityQuestion)
  case saving(DiversityQuestion)
  /// To be celebrated.
  case saved(DiversityQuestion, DiversityAnswer)
  /// Without a network: it is on the device and counts later.
  case queued(DiversityQuestion)
  /// Nothing is missing any more of what was asked for.
  case complete
  case failed(DiversityQuestion?, APIError)

  public var question: DiversityQuestion? {
    switch self {
    case .asking(let question), .saving(let question), .saved(let question, _), .queued(let question): question
    case .failed(let question, _): question
    case .closed, .opening, .complete: nil
    }
  }
}

extension DiversityAnswer {
  /// "75% → 80%", in the numbers of the place.
  public func completionText(_ words: Formatters = Formatters()) -> String {
    "\(words.percent(completionBefore)) → \(words.percent(completionAfter))"
  }

  /// "+5 Curator Points"; nil where there are none for it.
  public var pointsText: String? {
    pointsAwarded > 0 ? "+\(pointsAwarded) Curator \(pointsAwarded == 1 ? "Point" : "Points")" : nil
  }

  /// For VoiceOver.
  public func accessibilityLabel(_ words: Formatters = Formatters()) -> String {
    let points = pointsText.map { " \($0.dropFirst())." } ?? ""
    return "Saved. Diversity: from \(words.percent(completionBefore)) to \(words.percent(completionAfter)) "
      + "complete.\(points)"
  }
}
