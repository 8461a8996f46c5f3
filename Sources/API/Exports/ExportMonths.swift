public import Proto

extension StatsAPI {
  /// Every month since the first one, as text: what `SessionAPI.ReadExport` is for the other kinds.
  public struct ExportMonths: Method {
    public typealias API = StatsAPI
    public typealias Reply = SessionAPI.ReadExport.Reply
    public static let name = "stats.exportMonths"
    public var format: SessionAPI.ExportFormat?
    public init(format: SessionAPI.ExportFormat? = nil) { self.format = format }
  }
}
