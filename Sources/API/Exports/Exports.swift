public import Proto

extension Endpoints {
  static let exports: [Endpoint] = [
    SessionAPI.ReadExport.endpoint
  ]
}

extension SessionAPI {
  /// `insights` are a view's: it answers `StatsAPI.ExportMonths` in the same form.
  public enum ExportKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, rucks, works, insights
  }

  public enum ExportFormat: String, Codable, CaseIterable, Sendable {
    case csv, json
  }

  /// A page of everything of one kind, as text. The next one is asked for with the `next` of this.
  public struct ReadExport: Method {
    public typealias API = SessionAPI
    public static let name = "export.read"
    static let endpoint = Endpoint.download(
      "/export", ReadExport.self,
      Download(
        file: "waymark", kind: "kind", format: "format", usualFormat: "csv", except: "insights",
        by: StatsAPI.ExportMonths.self),
      parameters: [
        .query("kind", .choice(of: ExportKind.self), "What to export.", isRequired: true),
        .query("format", .choice(of: ExportFormat.self), "`csv` if left out."),
      ], "Everything of one kind, as it is now.",
      details: """
        CSV as in RFC 4180, with a header line; a text that a spreadsheet would take for a formula begins with an \
        apostrophe. JSON is one array. Works come by their id, sessions by their start; `insights` are a line for each \
        month since the first.
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
      /// Nil on the last page.
      public var next: String?

      public init(bytes: [UInt8], next: String?) {
        self.bytes = bytes
        self.next = next
      }
    }
  }
}

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
