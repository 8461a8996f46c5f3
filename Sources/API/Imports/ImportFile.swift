public import Proto

extension Endpoints {
  static let imports: [Endpoint] = [EdgeAPI.ImportFile.endpoint]
}

/// What the edge does by itself, in no service.
public enum EdgeAPI: ServiceAPI {
  public static let service = "edge"
  /// What a double holds exactly: clients keep counts as numbers.
  static let greatestCount = 1 << 53
}

extension EdgeAPI {
  /// A file of another app, which is the request's body. It is read in a process of its own.
  public struct ImportFile: Method {
    public typealias API = EdgeAPI
    public static let name = "import.file"
    static let endpoint = Endpoint.upload(
      "/imports", ImportFile.self,
      parameters: [
        .query("format", .choice(of: ImportFormat.self), "Where the file comes from.", isRequired: true),
        .query("dryRun", .flag, "Report what would happen, and write nothing."),
      ], "Import a file of another app, or an account.",
      details: """
        The body is the file, as it is, of at most 64 MiB and of any media type. What is in it becomes what the user \
        could have written by other calls; nothing that is there is changed, and the same file again adds nothing. A \
        row that is wrong is reported with its line and stops nothing. A file that is none of its format is 422. With \
        `Accept: text/event-stream` the answer is a stream: events `progress` with `{"phase": "read", "done": 1, \
        "total": 2}` (bytes of the file, then things to write) and the last one `result`, or `problem`. One import of \
        a user runs at a time, and the next ones wait for their turn. A key that comes again with the same file gives \
        the first report again, to a client that accepts events as the only one, `result`.
        """)

    public var format: ImportFormat
    public var dryRun: Bool?

    public init(format: ImportFormat, dryRun: Bool? = nil) {
      self.format = format
      self.dryRun = dryRun
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var added: Int
      public var alreadyThere: Int
      public var rejected: Int
      public var problems: [ImportProblem]
      public var byKind: [String: ImportCounts]
    }
  }

  public struct ImportProblem: Codable, Hashable, Sendable {
    public var line: Int
    public var reason: String
  }

  public struct ImportCounts: Codable, Hashable, Sendable {
    public var added: Int
    public var alreadyThere: Int
    public var rejected: Int
  }
}

extension EdgeAPI.ImportFile.Reply: Described {
  public static var title: String { "ImportReport" }
  public static let members: [String: Note] =
    EdgeAPI.ImportCounts.members + [
      "problems": "Rows that were rejected, by their lines: the first thousand.",
      "byKind": """
      The same counts by what it is: `works`, `library`, `reading`, `listening`, `rucks`; of an account also \
      `profile`, `heroes`, `stories`, `diversity`, `goals`, `events`.
      """,
    ]
}

extension EdgeAPI.ImportProblem: Described {
  public static let members: [String: Note] = [
    "line": Note("Where it stands in the file.", .range(0...EdgeAPI.greatestCount), like: 7),
    "reason": "Why it was not imported.",
  ]
}

extension EdgeAPI.ImportCounts: Described {
  public static let members: [String: Note] = [
    "added": Note("What is new.", .range(0...EdgeAPI.greatestCount), like: 3),
    "alreadyThere": Note("What was there before, and stays as it is.", .range(0...EdgeAPI.greatestCount), like: 1),
    "rejected": Note("What could not be imported.", .range(0...EdgeAPI.greatestCount), like: 1),
  ]
}
