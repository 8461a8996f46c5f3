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

extension Problem: Described {
  public static var title: String { "BatchProblem" }
  public static let members: [String: Note] = [
    "type": Note("What kind of problem: always `about:blank`.", like: "stories"),
    "title": .name("The kind of problem in a few words.", like: "The Sea Road"),
    "status": Note("The HTTP status that it would have alone.", .range(400...599), like: 201),
    "detail": "What is wrong, in a sentence.",
    "errors": "What is wrong with which member.",
  ]
}

extension Fault.Field: Described {
  public static var title: String { "InvalidMember" }
  public static let members: [String: Note] = [
    "field": "The member's name, with its path.",
    "message": "What is wrong with it.",
  ]
}
