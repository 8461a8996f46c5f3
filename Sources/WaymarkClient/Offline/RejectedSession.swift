public import Foundation

/// A listening session that the server has rejected permanently. It is sent again only if the app retries it.
public struct RejectedSession: Codable, Sendable, Hashable {
  /// The rejected report.
  public var report: SessionReport
  /// Why it was rejected.
  public var errors: [FieldError]
  /// When it was rejected.
  public var rejectedAt: Date

  /// Creates a rejected session, for tests.
  public init(report: SessionReport, errors: [FieldError], rejectedAt: Date) {
    self.report = report
    self.errors = errors
    self.rejectedAt = rejectedAt
  }

  init?(_ rejection: RejectedItem) {
    guard let report = SessionReport(rejection.item) else { return nil }
    self.init(report: report, errors: rejection.errors, rejectedAt: rejection.rejectedAt)
  }

  var asItem: RejectedItem { RejectedItem(item: .listening(report), errors: errors, rejectedAt: rejectedAt) }
}
