public import Domain
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
      "/diversity/works/{workId}", FetchWork.self, parameters: [.workID], "What was said about a work."
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
      "Describe a work in one dimension.",
      details: "Five points the first time that a core field of a work is filled, ever.",
      example: #"{"value": "African"}"#
    ).answering(200)

    public var workId: String
    /// A text, so that an unknown dimension is not a malformed call.
    public var dimension: String
    public var value: String

    public init(workId: String, dimension: String, value: String) {
      self.workId = workId
      self.dimension = dimension
      self.value = value
    }
  }

  public struct ClearValue: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Nothing
    public static let name = "diversity.clearValue"
    static let endpoint = Endpoint.mark(
      .delete, "/diversity/works/{workId}/{dimension}", ClearValue.self, parameters: [.workID, .dimension],
      "Take the description back.", details: "The points stay.")

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
    "dimension", .name(DiversityDimension.allCases.filter { !$0.isDerived }.map(\.rawValue)), "One that can be set.")
}

extension WorkDiversity: Described {
  public static let members: [String: Note] = [
    "workId": .id("The work's id.", like: "things-fall-apart"),
    "values": Note("What was said, by dimension.", like: ["culturalOrigin": "African", "gender": "Female"]),
    "missing": "Core dimensions without a value.",
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
    "dimension": "What is asked about a work.",
    "value": .name("The value as it now stands.", like: "African"),
    "completionBefore": Note(
      "Percent of the core fields of the library that were filled, before the answer.", .range(0...100), like: 75),
    "completionAfter": Note(
      "Percent of the core fields of the library that are filled, after the answer.", .range(0...100), like: 80),
    "pointsAwarded": "Points for this answer.",
    "curatorPoints": "All points of the user.",
    "radar": "The radar as it then is.",
  ]
}
