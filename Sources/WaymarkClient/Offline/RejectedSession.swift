public import Foundation

/// A listening session that the server will not take as it is. It is not sent again unless the app says so.
public struct RejectedSession: Codable, Sendable, Hashable {
  public var report: SessionReport
  public var errors: [FieldError]
  public var rejectedAt: Date

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
