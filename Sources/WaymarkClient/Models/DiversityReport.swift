public import Foundation

/// What a person said about a work: to the question after a session, or by themselves.
public struct DiversityReport: Codable, Sendable, Hashable {
  public let workId: String
  public let dimension: DiversityDimension
  public let value: String
  /// The question that this answers; nil where none was asked.
  public let promptId: String?
  /// On the device's clock.
  public let saidAt: Date
  /// Made once and kept with the answer, so that it counts once however often it is sent.
  public let idempotencyKey: String

  public init(
    workId: String, dimension: DiversityDimension, value: String, promptId: String? = nil, saidAt: Date = Date()
  ) {
    self.workId = workId
    self.dimension = dimension
    self.value = value
    self.promptId = promptId
    self.saidAt = saidAt.wholeSecond
    idempotencyKey = UUID().uuidString
  }

  public init(answering prompt: DiversityPrompt, with value: String, saidAt: Date = Date()) {
    self.init(
      workId: prompt.workId, dimension: prompt.dimension, value: value, promptId: prompt.id, saidAt: saidAt)
  }

  /// A question that waits for its answer still gets one when the answer is given again without it.
  func replaced(by later: DiversityReport) -> DiversityReport {
    if later.promptId != nil || promptId == nil { return later }
    return DiversityReport(
      workId: workId, dimension: dimension, value: later.value, promptId: promptId, saidAt: later.saidAt)
  }
}
