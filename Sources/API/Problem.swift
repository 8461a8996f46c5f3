public import Proto

/// An error as a client of the REST interface sees it (RFC 9457), where it stands inside an answer.
public struct Problem: Codable, Hashable, Sendable {
  public var type: String
  public var title: String
  public var status: Int
  public var detail: String
  public var errors: [Fault.Field]?

  public init(type: String = "about:blank", title: String, status: Int, detail: String, errors: [Fault.Field]? = nil) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.errors = errors
  }
}
