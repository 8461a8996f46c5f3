public import Proto

extension Endpoints {
  static let exports: [Endpoint] = [
    SessionAPI.ReadExport.endpoint
  ]
}

extension SessionAPI {
  /// `insights` come from a view, which serves `StatsAPI.ExportMonths` in the same form.
  public enum ExportKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, reads, rucks, works, insights
  }

  public enum ExportFormat: String, Codable, CaseIterable, Sendable {
    case csv, json
  }

  /// Returns one chunk of an export as text. The next call passes this reply's `next`.
  public struct ReadExport: Method {
    public typealias API = SessionAPI
    public static let name = "export.read"
    static let endpoint = Endpoint.download(
      "/export", ReadExport.self,
      Download(
        file: "waymark", kind: "kind", format: "format", usualFormat: "csv", except: "insights",
        by: StatsAPI.ExportMonths.self),
      parameters: [
        .query("kind", .choice(of: ExportKind.self), "The data to export.", isRequired: true),
        .query("format", .choice(of: ExportFormat.self), "Default: `csv`."),
      ], "Export all data of one kind.",
      details: """
        CSV as in RFC 4180 with a header line, or one JSON array. In CSV, text that a spreadsheet would run as a \
        formula starts with an apostrophe. Works are sorted by id, sessions by \
        start, and reads by work and finish. `insights` has one line per month since the first.
        """)

    public var kind: ExportKind
    public var format: ExportFormat?
    public var after: String?

    public init(kind: ExportKind, format: ExportFormat? = nil, after: String? = nil) {
      self.kind = kind
      self.format = format
      self.after = after
    }

    public struct Reply: Codable, Sendable {
      public var bytes: [UInt8]
      /// Nil on the last chunk.
      public var next: String?

      public init(bytes: [UInt8], next: String?) {
        self.bytes = bytes
        self.next = next
      }
    }
  }
}

extension StatsAPI {
  /// Returns one line per month since the first, as text. The counterpart of `SessionAPI.ReadExport` for insights.
  public struct ExportMonths: Method {
    public typealias API = StatsAPI
    public typealias Reply = SessionAPI.ReadExport.Reply
    public static let name = "stats.exportMonths"
    public var format: SessionAPI.ExportFormat?
    public init(format: SessionAPI.ExportFormat? = nil) { self.format = format }
  }
}
