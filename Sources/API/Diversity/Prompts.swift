public import Domain
public import Proto

extension Endpoints {
  static let prompts: [Endpoint] = [
    DiversityAPI.ListPrompts.endpoint,
    DiversityAPI.AnswerPrompt.endpoint,
    DiversityAPI.SkipPrompt.endpoint,
  ]
}

extension DiversityAPI {
  /// The open ones, those of the newest sessions first.
  public struct ListPrompts: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<DiversityPrompt>
    public static let name = "diversity.prompts"
    static let endpoint = Endpoint.get(
      "/diversity/prompts", ListPrompts.self, parameters: Parameter.page,
      "The questions that wait for an answer, those of the newest sessions first."
    ).tagged()

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  /// `conflict` where the prompt is answered or skipped already.
  public struct AnswerPrompt: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<DiversityAnswer>
    public static let name = "diversity.answerPrompt"
    static let endpoint = Endpoint.write(
      .post, "/diversity/prompts/{id}/answer", AnswerPrompt.self, parameters: [.promptID],
      "Answer the question after a session.", details: "409 where it is answered or skipped already.",
      example: #"{"value": "African"}"#
    ).answering(200).orConflict()

    public var id: String
    public var value: String

    public init(id: String, value: String) {
      self.id = id
      self.value = value
    }
  }

  /// Nothing is said, and nothing kept but that it was skipped; `conflict` as for an answer.
  public struct SkipPrompt: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<Nothing>
    public static let name = "diversity.skipPrompt"
    static let endpoint = Endpoint.act(
      .post, "/diversity/prompts/{id}/skip", SkipPrompt.self, parameters: [.promptID],
      "Leave the question unanswered.", details: "Nothing is saved."
    ).orConflict()

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Parameter {
  fileprivate static let promptID = path("id", .id, "The id of the session that it came with.")
}

extension DiversityPrompt: Described {
  public static let members: [String: Note] = [
    "id": .id("Its id.", like: "sea-road"),
    "sessionId": .id("The session's id.", like: "LG1LG14KP-EQVQ1ALF8FJR8"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "dimension": "What is asked about a work.",
    "question": "The question to ask.",
    "options": "What can be answered.",
    "skippable": "Whether it may be left unanswered.",
  ]
}

extension DiversityAPI.AnswerPrompt: Described {
  public static var title: String { "PromptAnswerInput" }
  public static let members: [String: Note] = [
    "value": .name("A value of the dimension.")
  ]
}
