public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let dimensions: [Endpoint] = [
    DiversityAPI.ListDimensions.endpoint,
    DiversityAPI.ListMissing.endpoint,
  ]
}

extension DiversityAPI {
  /// Returns all dimensions with their questions. The reply is the same for all users.
  public struct ListDimensions: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCatalogue
    public static let name = "diversity.dimensions"
    static let endpoint = Endpoint.get(
      "/diversity/dimensions", ListDimensions.self, "List the dimensions and their possible values."
    ).tagged().inLanguages()

    /// The language of texts. Default: English.
    public var lang: Language?

    public init(lang: Language? = nil) {
      self.lang = lang
    }
  }

  /// Returns the library's works that lack core values, starting with the one read last.
  public struct ListMissing: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<IncompleteWork>
    public static let name = "diversity.missing"
    static let endpoint = Endpoint.get(
      "/diversity/missing", ListMissing.self,
      parameters: [
        .query(
          "dimension", .choice(DiversityDimension.core.map(\.rawValue)),
          "Only works that have no value for this dimension.")
      ] + Parameter.page,
      "List the library's works that lack core values, starting with the one read last."
    ).tagged()

    /// A core dimension, or nil for any.
    public var dimension: DiversityDimension?
    public var limit: Int?
    public var cursor: String?

    public init(dimension: DiversityDimension? = nil, limit: Int? = nil, cursor: String? = nil) {
      self.dimension = dimension
      self.limit = limit
      self.cursor = cursor
    }
  }
}

extension DiversityCatalogue: Described {
  public static let members: [String: Note] = [
    "dimensions": "One item per dimension."
  ]
}

extension DiversityCatalogue.Dimension: Described {
  public static let members: [String: Note] = [
    "dimension": "The dimension of diversity.",
    "label": Note("The display name.", like: "Cultural Origin"),
    "question": "The question.",
    "isCore": "Whether it is a core dimension, which completion counts.",
    "isDerived": "Whether it is derived from the work and cannot be set.",
    "options": "The possible answers.",
  ]
}

extension DiversityQuestion.Option: Described {
  public static let members: [String: Note] = [
    "value": .name("A value of the dimension.", like: "African"),
    "label": Note("The display name.", like: "Cultural Origin"),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
  ]
}

extension IncompleteWork: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "title": .name("The work's title.", like: "The Sea Road"),
    "missing": "The core dimensions that have no value.",
  ]
}
