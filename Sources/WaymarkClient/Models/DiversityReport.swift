public import Foundation

/// A value for one dimension of a work, given as the answer to a prompt or on a person's own initiative.
public struct DiversityReport: Codable, Sendable, Hashable {
  /// The id of the work.
  public let workId: String
  /// The dimension that the value describes.
  public let dimension: DiversityDimension
  /// One of the values of the dimension.
  public let value: String
  /// The id of the prompt that this answers, or nil if there was no prompt.
  public let promptId: String?
  /// When the person gave the value, on the device's clock, as a whole second.
  public let saidAt: Date
  /// A key that is created once and stored with the report, so that repeated uploads count once.
  public let idempotencyKey: String

  /// Creates a report with a new idempotency key.
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

  /// Creates the answer to a prompt.
  public init(answering prompt: DiversityPrompt, with value: String, saidAt: Date = Date()) {
    self.init(
      workId: prompt.workId, dimension: prompt.dimension, value: value, promptId: prompt.id, saidAt: saidAt)
  }

  /// Returns the later report. If only this one belongs to a prompt, the result keeps that prompt.
  func replaced(by later: DiversityReport) -> DiversityReport {
    if later.promptId != nil || promptId == nil { return later }
    return DiversityReport(
      workId: workId, dimension: dimension, value: later.value, promptId: promptId, saidAt: later.saidAt)
  }
}
