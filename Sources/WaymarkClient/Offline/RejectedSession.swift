public import Foundation

/// A session that the server will not take as it is. It is not sent again unless the app says so.
public struct RejectedSession: Codable, Sendable, Hashable {
  public var report: SessionReport
  public var errors: [FieldError]
  public var rejectedAt: Date

  public init(report: SessionReport, errors: [FieldError], rejectedAt: Date) {
    self.report = report
    self.errors = errors
    self.rejectedAt = rejectedAt
  }
}
