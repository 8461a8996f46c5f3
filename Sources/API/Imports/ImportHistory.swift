public import Chronology
public import Proto

extension SessionAPI {
  /// An import that is over.
  public struct ImportRecord: Codable, Hashable, Sendable {
    public var at: Instant
    public var source: ImportOrigin
    public var format: ImportFormat
    /// The name of the file, if it is known.
    public var name: String?
    public var added: Int
    public var alreadyThere: Int
    public var rejected: Int
    /// Why nothing was imported, or the first rejected item; nil if nothing was rejected.
    public var problem: String?

    public init(
      at: Instant, source: ImportOrigin, format: ImportFormat, name: String?, added: Int, alreadyThere: Int,
      rejected: Int, problem: String?
    ) {
      self.at = at
      self.source = source
      self.format = format
      self.name = name
      self.added = added
      self.alreadyThere = alreadyThere
      self.rejected = rejected
      self.problem = problem
    }
  }

  /// The origin of a file.
  public enum ImportOrigin: String, Codable, CaseIterable, Hashable, Sendable {
    /// By `POST /imports`.
    case upload
    /// By `waymark import`.
    case command
    // By a connector.
    case dav, koinsight, inbox
  }

  public struct ListImports: Method {
    public typealias API = SessionAPI
    public typealias Reply = Page<ImportRecord>
    public static let name = "import.list"
    static let endpoint = Endpoint.get(
      "/imports", ListImports.self, parameters: Parameter.page, "List the last imports, newest first.",
      details: """
        Imports by upload and by command, and those of connectors that added something. The last 200 are kept.
        """)

    public var limit: Int?
    public var cursor: String?

    public init(limit: Int? = nil, cursor: String? = nil) {
      self.limit = limit
      self.cursor = cursor
    }
  }

  /// Records an import that is over.
  public struct NoteImport: Method {
    public typealias API = SessionAPI
    public typealias Reply = Nothing
    public static let name = "import.note"
    public var source: ImportOrigin
    public var format: ImportFormat
    public var name: String?
    public var added: Int
    public var alreadyThere: Int
    public var rejected: Int
    public var problem: String?

    public init(
      source: ImportOrigin, format: ImportFormat, name: String? = nil, added: Int = 0, alreadyThere: Int = 0,
      rejected: Int = 0, problem: String? = nil
    ) {
      self.source = source
      self.format = format
      self.name = name
      self.added = added
      self.alreadyThere = alreadyThere
      self.rejected = rejected
      self.problem = problem
    }
  }
}

extension SessionAPI.ImportRecord: Described {
  public static var title: String { "ImportRecord" }
  public static let members: [String: Note] = [
    "at": "The time at which it ended.",
    "source": Note(
      "The origin of the file: `POST /imports` (`upload`), `waymark import` (`command`) or a connector.",
      like: "upload"),
    "format": Note("The format of the file.", like: "goodreads"),
    "name": Note("The name of the file, or null if it is not known.", like: "statistics.sqlite3"),
    "added": Note("The number of new items.", .from(0), like: 120),
    "alreadyThere": Note("The number of items that were there already.", .from(0), like: 3),
    "rejected": Note("The number of rejected items.", .from(0), like: 0),
    "problem": "Why nothing was imported, or the first rejected item; null if nothing was rejected.",
  ]
}
