public import Proto

extension SessionAPI {
  /// `insights` are a view's: it answers `StatsAPI.ExportMonths` in the same form.
  public enum ExportKind: String, Codable, CaseIterable, Sendable {
    case listening, reading, rucks, works, insights
  }

  public enum ExportFormat: String, Codable, CaseIterable, Sendable {
    case csv, json
  }

  /// A helping of everything of one kind, as text. The next one is asked for with the `next` of this.
  public struct ReadExport: Method {
    public typealias API = SessionAPI
    public static let name = "export.read"
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
      /// Nil behind the last helping.
      public var next: String?

      public init(bytes: [UInt8], next: String?) {
        self.bytes = bytes
        self.next = next
      }
    }
  }
}
