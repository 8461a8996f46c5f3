public import Domain
public import Proto

extension Endpoints {
  static let dimensions: [Endpoint] = [
    DiversityAPI.ListDimensions.endpoint,
    DiversityAPI.ListMissing.endpoint,
  ]
}

extension DiversityAPI {
  /// All that can be asked about a work: the same for all users.
  public struct ListDimensions: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCatalogue
    public static let name = "diversity.dimensions"
    static let endpoint = Endpoint.get(
      "/diversity/dimensions", ListDimensions.self, "All that can be asked about a work."
    ).tagged()

    public init() {}
  }

  /// The works of the library about which something of the core is not known, the one read last first.
  public struct ListMissing: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Page<IncompleteWork>
    public static let name = "diversity.missing"
    static let endpoint = Endpoint.get(
      "/diversity/missing", ListMissing.self,
      parameters: [
        .query("dimension", .choice(DiversityDimension.core.map(\.rawValue)), "Only works without this one.")
      ] + Parameter.page,
      "The works of the library that lack core values, the one read last first."
    ).tagged()

    /// One of the core; any if left out.
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
    "dimensions": "Dimension by dimension."
  ]
}

extension DiversityCatalogue.Dimension: Described {
  public static let members: [String: Note] = [
    "dimension": "What is asked about a work.",
    "label": Note("A name to show.", like: "Cultural Origin"),
    "question": "The question to ask.",
    "isCore": "Whether completion counts it.",
    "isDerived": "Whether it follows from the work's own members, and cannot be set.",
    "options": "What can be answered.",
  ]
}

extension DiversityQuestion.Option: Described {
  public static let members: [String: Note] = [
    "value": .name("A value of the dimension.", like: "African"),
    "label": Note("A name to show.", like: "Cultural Origin"),
    "icon": Note("The name of an SF Symbol.", like: "book.fill"),
  ]
}

extension IncompleteWork: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "title": .name("The work's title.", like: "The Sea Road"),
    "missing": "Core dimensions without a value.",
  ]
}
