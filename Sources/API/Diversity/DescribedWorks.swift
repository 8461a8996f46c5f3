public import Domain
public import Proto

extension DiversityAPI {
  public struct FetchWork: Method {
    public typealias API = DiversityAPI
    public typealias Reply = WorkDiversity
    public static let name = "diversity.work"
    public var workId: String
    public init(workId: String) { self.workId = workId }
  }

  public struct SetValue: Method {
    public typealias API = DiversityAPI
    public typealias Reply = Written<DiversityAnswer>
    public static let name = "diversity.setValue"
    public var workId: String
    /// A text, so that an unknown dimension is told apart from a malformed call.
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
    public var workId: String
    public var dimension: String

    public init(workId: String, dimension: String) {
      self.workId = workId
      self.dimension = dimension
    }
  }
}
