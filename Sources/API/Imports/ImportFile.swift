import Domain
public import Proto

extension Endpoints {
  static let imports: [Endpoint] = [EdgeAPI.ImportFile.endpoint, SessionAPI.ListImports.endpoint]
}

/// Calls that the edge handles itself.
public enum EdgeAPI: ServiceAPI {
  public static let service = "edge"
  /// The greatest integer that a double holds exactly. JSON clients read counts as doubles.
  static let greatestCount = 1 << 53
}

extension EdgeAPI {
  /// Imports a file of another app, which is the request's body. The file is read in a separate process.
  public struct ImportFile: Method {
    public typealias API = EdgeAPI
    public static let name = "import.file"
    static let endpoint = Endpoint.upload(
      "/imports", ImportFile.self,
      parameters: [
        .query("format", .choice(of: ImportFormat.self), "The source of the file.", isRequired: true),
        .query("dryRun", .flag, "Report what the import would do, without writing anything."),
        .query("load", .number(0...RuckRules.heaviestLoad), "The load of the activities in kilograms. Default: 0."),
        .query(
          "types", .text,
          """
          The types of activities to import, separated by commas, such as `hike,run`. Default: hikes, walks and rucks.
          """),
      ], "Import a file of another app, or an exported account.",
      details: """
        The body is the unchanged file, at most 64 MiB, with any media type. An import writes what the user could \
        write with other calls. It adds what existing items lack, but never changes a value that a person has written \
        or edited. Importing the same file again adds nothing. Invalid rows are reported with their line and do not \
        stop the import. A file of another format returns 422, and `detail` names its format if it is known. `load` \
        and `types` apply only to activities. With `Accept: text/event-stream` the response is a stream of `progress` \
        events with `{"phase": "read", "done": 1, "total": 2}` (first bytes of the file, then items to write), and \
        ends with `result` or `problem`. One import runs per user; further ones are queued. Repeating an idempotency \
        key with the same file returns the first report; a client that accepts events gets it as a single `result` \
        event.
        """)

    public var format: ImportFormat
    public var dryRun: Bool?
    public var load: Double?
    public var types: String?

    public init(format: ImportFormat, dryRun: Bool? = nil, load: Double? = nil, types: String? = nil) {
      self.format = format
      self.dryRun = dryRun
      self.load = load
      self.types = types
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var added: Int
      public var alreadyThere: Int
      public var rejected: Int
      public var problems: [ImportProblem]
      public var byKind: [String: ImportCounts]
      public var skipped: Int
      public var skippedByType: [String: Int]
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
      "problems": "The first 1,000 problems: rejected rows, and imported rows from which a value was left out.",
      "byKind": """
      The same counts by kind: `works`, `library`, `reading`, `listening` and `rucks`. For an account also `profile`, \
      `heroes`, `stories`, `diversity`, `goals` and `events`.
      """,
      "skipped": Note("Activities of types that are not imported.", .range(0...EdgeAPI.greatestCount), like: 8),
      "skippedByType": """
      The same count by type, as named in the file. Types after the first 50 are counted as `others`.
      """,
    ]
}

extension EdgeAPI.ImportProblem: Described {
  public static let members: [String: Note] = [
    "line": Note("The line in the file.", .range(0...EdgeAPI.greatestCount), like: 7),
    "reason": "Why the row was rejected, or what was left out.",
  ]
}

extension EdgeAPI.ImportCounts: Described {
  public static let members: [String: Note] = [
    "added": Note("Items that were added.", .range(0...EdgeAPI.greatestCount), like: 3),
    "alreadyThere": Note("Items that already existed and did not change.", .range(0...EdgeAPI.greatestCount), like: 1),
    "rejected": Note("Items that were rejected.", .range(0...EdgeAPI.greatestCount), like: 1),
  ]
}
