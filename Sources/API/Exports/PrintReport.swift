public import Domain
public import Languages
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
        .query("timeframe", .choice(of: ReadingTimeframe.self), "The timeframe of the report. Default: `allTime`.")
      ], "Print a report of listening, reading and rucks.",
      details: "The figures and pictures of the current week, month or year so far, or of all time."
    ).after(DiversityAPI.FetchReportFigures.self, as: "diversity")

    public var timeframe: ReadingTimeframe?
    /// Figures of another view. If nil, the report has no diversity pictures.
    public var diversity: DiversityReport?
    /// The language of texts. Default: English.
    public var lang: Language?

    public init(timeframe: ReadingTimeframe? = nil, diversity: DiversityReport? = nil, lang: Language? = nil) {
      self.timeframe = timeframe
      self.diversity = diversity
      self.lang = lang
    }
  }
}
