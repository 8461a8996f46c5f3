public import Domain
public import Proto

extension Endpoints {
  static let changes: [Endpoint] = [
    SessionAPI.WaitForChange.endpoint
  ]
}

extension SessionAPI {
  /// Waits until the calling user's journal has grown past `after`, and returns its end and the areas that have
  /// changed. If the journal has not reached `after`, the position belongs to another journal, and all areas are
  /// returned.
  public struct WaitForChange: Method {
    public typealias API = SessionAPI
    public static let name = "journal.wait"
    static let endpoint = Endpoint.events(
      "/changes", WaitForChange.self, from: "after",
      parameters: [
        .query("after", .integer(0...Self.greatestSeq), "The id of the last event that the client received.")
      ], "Stream changes as server-sent events.",
      details: """
        A `text/event-stream`. One event is sent immediately, and one within 100 ms of each write by the user, on any \
        connection: `id: SEQ`, `event: change`, `data: {"seq": 42, "areas": ["library", "reading"]}`. `areas` lists \
        where data may have changed since the previous event: profile, catalogue, listening, library, reading, \
        diversity, rucks, goals, shares, connections. The first event covers everything since the position in \
        `Last-Event-ID` or `after` (the header has priority): missed changes are combined into one event, which has no \
        areas if there were none. Without a position, it has all areas. A comment line is sent every 15 s. At most \
        16 streams per user are open at the same time.
        """)

    /// The greatest integer that a double holds exactly. JSON clients read it as a double.
    public static let greatestSeq = 1 << 53

    public var after: Int64?
    /// The milliseconds to wait. Default: 0.
    public var wait: Int?

    public init(after: Int64?, wait: Int? = nil) {
      self.after = after
      self.wait = wait
    }

    public struct Reply: Codable, Hashable, Sendable {
      public var seq: Int64
      public var areas: [Area]

      public init(seq: Int64, areas: [Area]) {
        self.seq = seq
        self.areas = areas
      }
    }
  }
}
