public import Domain
public import Proto

extension Endpoints {
  static let changes: [Endpoint] = [
    SessionAPI.WaitForChange.endpoint
  ]
}

extension SessionAPI {
  /// Waits until the calling user's journal has gone past `after`, and answers with its end and the areas that differ
  /// since then. An `after` that the journal has not reached is another journal's: all areas may differ.
  public struct WaitForChange: Method {
    public typealias API = SessionAPI
    public static let name = "journal.wait"
    static let endpoint = Endpoint.events(
      "/changes", WaitForChange.self, from: "after",
      parameters: [
        .query("after", .integer(0...Self.greatestSeq), "The id of the last event that the client has seen.")
      ], "What changes, as it changes: a stream of server-sent events.",
      details: """
        `text/event-stream`. One event comes at once, and one within 100 ms of each write of the user's, on \
        whichever connection: `id: SEQ`, `event: change`, `data: {"seq": 42, "areas": ["library", "reading"]}`. \
        `areas` are those in which something may differ since the event before: profile, catalogue, listening, \
        library, reading, diversity, rucks, goals, shares. The first event compares with the position that `Last- \
        Event-ID` or `after` names, the field before the parameter: what was missed is one event, and where \
        nothing was, it has no areas. Without a position it has them all. A comment line comes every 15 s. At \
        most 16 streams of a user are open at once.
        """)

    /// What a double holds exactly: clients keep it as a number.
    public static let greatestSeq = 1 << 53

    public var after: Int64?
    /// How many milliseconds to wait; 0, or left out: not at all.
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
