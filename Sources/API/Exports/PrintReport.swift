public import Domain
public import Proto

extension Endpoints {
  static let reports: [Endpoint] = [
    StatsAPI.PrintReport.endpoint
  ]
}

extension StatsAPI {
  public struct PrintReport: Method {
    public typealias API = StatsAPI
    public typealias Reply = MediaReply
    public static let name = "stats.printReport"
    static let endpoint = Endpoint.document(
      "/export/report.pdf", PrintReport.self,
      parameters: [
        .query("timeframe", .choice(of: ReadingTimeframe.self), "What of all it is about; `allTime` if left out.")
      ], "What was heard, read and carried, to print.",
      details: "The figures of a timeframe, the current calendar one so far, with their pictures."
    ).after(DiversityAPI.FetchReportFigures.self, as: "diversity")

    public var timeframe: ReadingTimeframe?
    /// Another view's figures; without them the report has no such pictures.
    public var diversity: DiversityReport?

    public init(timeframe: ReadingTimeframe? = nil, diversity: DiversityReport? = nil) {
      self.timeframe = timeframe
      self.diversity = diversity
    }
  }
}
