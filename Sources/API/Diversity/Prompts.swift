public import Domain
public import Proto

extension DiversityAPI {
  /// The open ones, those of the newest sessions first.
  public struct ListPrompts: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<DiversityPrompt>
    public static let name = "diversity.prompts"
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
    public var id: String
    public init(id: String) { self.id = id }
  }
}
