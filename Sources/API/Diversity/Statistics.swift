public import Domain
public import Proto

extension DiversityAPI {
  public struct FetchStatistics: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityStatistics
    public static let name = "diversity.stats"
    public var period: StatsPeriod?
    public init(period: StatsPeriod? = nil) { self.period = period }
  }

  public struct FetchCompletion: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityCompletion
    public static let name = "diversity.completion"
    public init() {}
  }

  public struct FetchRadar: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityRadar
    public static let name = "diversity.radar"
    public var period: StatsPeriod?
    /// Five to seven dimensions with commas between them.
    public var axes: String?

    public init(period: StatsPeriod? = nil, axes: String? = nil) {
      self.period = period
      self.axes = axes
    }
  }

  /// The newest first.
  public struct FetchPoints: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityPoints
    public static let name = "diversity.points"
    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }
}
