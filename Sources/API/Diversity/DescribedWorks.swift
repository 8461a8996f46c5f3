public import Domain
public import Languages
public import Proto

extension Endpoints {
  static let describedWorks: [Endpoint] = [
    DiversityAPI.FetchWork.endpoint,
    DiversityAPI.SetValue.endpoint,
    DiversityAPI.ClearValue.endpoint,
  ]
}

extension DiversityAPI {
  public struct FetchWork: Method {
    public typealias API = DiversityAPI
    public typealias Reply = WorkDiversity
    public static let name = "diversity.work"
    static let endpoint = Endpoint.get(
      "/diversity/works/{workId}", FetchWork.self, parameters: [.workID], "Get the diversity values of a work."
    ).tagged()

    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct SetValue: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<DiversityAnswer>
    public static let name = "diversity.setValue"
    static let endpoint = Endpoint.write(
      .put, "/diversity/works/{workId}/{dimension}", SetValue.self, parameters: [.workID, .dimension],
      "Set a work's value in one dimension.",
      details: "The first value for a core dimension of a work earns five points.",
      example: #"{"value": "African"}"#
    ).returning(200).inLanguages()

    public var workId: String
    /// A string, so that an unknown dimension is reported as an invalid value and not as a malformed call.
    public var dimension: String
    public var value: String
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(workId: String, dimension: String, value: String, lang: Language? = nil) {
      self.workId = workId
      self.dimension = dimension
      self.value = value
      self.lang = lang
    }
  }

  public struct ClearValue: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Nothing
    public static let name = "diversity.clearValue"
    static let endpoint = Endpoint.mark(
      .delete, "/diversity/works/{workId}/{dimension}", ClearValue.self, parameters: [.workID, .dimension],
      "Clear a work's value in one dimension.", details: "The points for it remain.")

    public var workId: String
    public var dimension: String

    public init(workId: String, dimension: String) {
      self.workId = workId
      self.dimension = dimension
    }
  }
}

extension Parameter {
  fileprivate static let dimension = path(
    "dimension", .name(DiversityDimension.allCases.filter { !$0.isDerived }.map(\.rawValue)),
    "A dimension that can be set.")
}

extension WorkDiversity: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "values": Note("The values by dimension.", like: ["culturalOrigin": "African", "gender": "Female"]),
    "missing": "The core dimensions that have no value.",
  ]
}

extension DiversityAPI.SetValue: Described {
  public static var title: String { "DiversityValueInput" }
  public static let members: [String: Note] = [
    "value": .name("A value of the dimension.")
  ]
}

extension DiversityAnswer: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "dimension": "The dimension of diversity.",
    "value": .name("The new value.", like: "African"),
    "completionBefore": Note(
      "Percent of the library's core values that were known before this call.", .range(0...100), like: 75),
    "completionAfter": Note(
      "Percent of the library's core values that are known after this call.", .range(0...100), like: 80),
    "pointsAwarded": "The points that this call earned.",
    "curatorPoints": "The user's total points.",
    "radar": "The radar after this call.",
  ]
}
