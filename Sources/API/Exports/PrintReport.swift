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
      details: "The figures of a timeframe, the current calendar one so far, with their pictures.")

    public var timeframe: ReadingTimeframe?
    public init(timeframe: ReadingTimeframe? = nil) { self.timeframe = timeframe }
  }
}
