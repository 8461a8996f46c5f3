public import Domain
public import Proto

extension StatsAPI {
  /// A year looked back on; the current one so far.
  public struct FetchReview: Method {
    public typealias API = StatsAPI
    public typealias Reply = YearReview
    public static let name = "stats.review"
    public var year: Int
    public init(year: Int) { self.year = year }
  }
}
