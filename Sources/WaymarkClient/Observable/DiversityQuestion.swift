import Foundation

/// A question about one dimension of one work, to show to a person.
public struct DiversityQuestion: Sendable, Hashable {
  /// The id of the work.
  public var workId: String
  /// The title of the work, or nil if only its id is known.
  public var title: String?
  /// The dimension that the question is about.
  public var dimension: DiversityDimension
  /// The text of the question.
  public var text: String
  /// The answers to choose from.
  public var options: [DiversityPrompt.Option]
  /// The server's prompt, or nil if the person asked to fill in missing data.
  public var prompt: DiversityPrompt?

  /// Creates the question of a prompt.
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

/// The state of a sheet that asks for missing diversity data.
public enum DiversityStep: Sendable, Hashable {
  /// The sheet is closed.
  case closed
  /// The next question is being loaded.
  case opening
  /// A question is shown.
  case asking(DiversityQuestion)
  /// The chosen answer is being saved.
  case saving(DiversityQuestion)
  /// The answer is saved. Show the result.
  case saved(DiversityQuestion, DiversityAnswer)
  /// There is no network. The answer is stored on the device and will be sent later.
  case queued(DiversityQuestion)
  /// Nothing is missing any more.
  case complete
  /// Loading the question (nil) or saving its answer failed.
  case failed(DiversityQuestion?, APIError)

  /// The question that is shown, or nil if there is none.
  public var question: DiversityQuestion? {
    switch self {
    case .asking(let question), .saving(let question), .saved(let question, _), .queued(let question): question
    case .failed(let question, _): question
    case .closed, .opening, .complete: nil
    }
  }
}

extension DiversityAnswer {
  /// Returns the change of completion, such as "75% → 80%".
  public func completionText(_ words: Formatters = Formatters()) -> String {
    "\(words.percent(completionBefore)) → \(words.percent(completionAfter))"
  }

  /// The points, such as "+5 Curator Points", or nil if there are none.
  public var pointsText: String? {
    pointsAwarded > 0 ? "+\(pointsAwarded) Curator \(pointsAwarded == 1 ? "Point" : "Points")" : nil
  }

  /// Describes the result for VoiceOver, in English.
  public func accessibilityLabel(_ words: Formatters = Formatters()) -> String {
    let points = pointsText.map { " \($0.dropFirst())." } ?? ""
    return "Saved. Diversity: from \(words.percent(completionBefore)) to \(words.percent(completionAfter)) "
      + "complete.\(points)"
  }
}
