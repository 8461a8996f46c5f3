public import Domain
public import Proto

extension DiversityAPI {
  /// Returns the diversity figures for the printed report. Takes the same argument as the report.
  public struct FetchReportFigures: Method {
    public typealias API = DiversityAPI
    public typealias Reply = DiversityReport
    public static let name = "diversity.report"

    public var timeframe: ReadingTimeframe?
    public init(timeframe: ReadingTimeframe? = nil) { self.timeframe = timeframe }
  }
}

public struct DiversityReport: Codable, Hashable, Sendable {
  public var radar: DiversityRadar
  public var completion: DiversityCompletion

  public init(radar: DiversityRadar, completion: DiversityCompletion) {
    self.radar = radar
    self.completion = completion
  }
}
