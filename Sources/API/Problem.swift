public import Proto

/// An RFC 9457 problem inside a response, such as a rejected item of a batch.
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

extension Problem: Described {
  public static var title: String { "BatchProblem" }
  public static let members: [String: Note] = [
    "type": Note("The kind of problem: always `about:blank`.", like: "about:blank"),
    "title": .name("The name of the status.", like: "Unprocessable Content"),
    "status": Note("The HTTP status that this item would have as a single request.", .range(400...599), like: 422),
    "detail": "The reason, in one sentence.",
    "errors": "The invalid members.",
  ]
}

extension Fault.Field: Described {
  public static var title: String { "InvalidMember" }
  public static let members: [String: Note] = [
    "field": "The path of the member.",
    "message": "Why the member is invalid.",
  ]
}
