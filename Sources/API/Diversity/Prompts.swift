public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let prompts: [Endpoint] = [
    DiversityAPI.ListPrompts.endpoint,
    DiversityAPI.AnswerPrompt.endpoint,
    DiversityAPI.SkipPrompt.endpoint,
  ]
}

extension DiversityAPI {
  /// Returns the open prompts, those of the newest sessions first.
  public struct ListPrompts: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<DiversityPrompt>
    public static let name = "diversity.prompts"
    static let endpoint = Endpoint.get(
      "/diversity/prompts", ListPrompts.self, parameters: Parameter.page,
      "List the open questions, those of the newest sessions first."
    ).tagged().inLanguages()

    public var limit: Int?
    public var cursor: String?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(limit: Int? = nil, cursor: String? = nil, lang: Language? = nil) {
      self.limit = limit
      self.cursor = cursor
      self.lang = lang
    }
  }

  /// Throws `conflict` if the prompt is already answered or skipped.
  public struct AnswerPrompt: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<DiversityAnswer>
    public static let name = "diversity.answerPrompt"
    static let endpoint = Endpoint.write(
      .post, "/diversity/prompts/{id}/answer", AnswerPrompt.self, parameters: [.promptID],
      "Answer a question.", details: "Returns 409 if the question is already answered or skipped.",
      example: #"{"value": "African"}"#
    ).returning(200).orConflict().inLanguages()

    public var id: String
    public var value: String
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(id: String, value: String, lang: Language? = nil) {
      self.id = id
      self.value = value
      self.lang = lang
    }
  }

  /// Saves only that the prompt was skipped. Throws `conflict` if the prompt is already answered or skipped.
  public struct SkipPrompt: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<Nothing>
    public static let name = "diversity.skipPrompt"
    static let endpoint = Endpoint.act(
      .post, "/diversity/prompts/{id}/skip", SkipPrompt.self, parameters: [.promptID],
      "Skip a question.", details: "Saves no value. Returns 409 if the question is already answered or skipped."
    ).orConflict()

    public var id: String
    public init(id: String) { self.id = id }
  }
}

extension Parameter {
  fileprivate static let promptID = path("id", .id, "The id of the session to which the question belongs.")
}

extension DiversityPrompt: Described {
  public static let members: [String: Note] = [
    "id": .id("The id.", like: "sea-road"),
    "sessionId": .id("The session's id.", like: "LG1LG14KP-EQVQ1ALF8FJR8"),
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "dimension": "The dimension of diversity.",
    "question": "The question.",
    "options": "The possible answers.",
    "skippable": "Whether the question may be skipped.",
  ]
}

extension DiversityAPI.AnswerPrompt: Described {
  public static var title: String { "PromptAnswerInput" }
  public static let members: [String: Note] = [
    "value": .name("A value of the dimension.")
  ]
}
