public import Proto

extension Endpoints {
  static let ruckBatch: [Endpoint] = [SessionAPI.RecordRuckBatch.endpoint]
}

extension SessionAPI {
  public struct RecordRuckBatch: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckBatchReply>
    public static let name = "ruck.recordBatch"
    static let endpoint = Endpoint.write(
      .post, "/rucks/batch", RecordRuckBatch.self, "Record up to 500 rucks.",
      details: "Each item is checked on its own and has its own result; 409 if another ruck has its id.",
      example: """
        {"rucks": [{"startedAt": "2026-11-19T06:00:00Z", "endedAt": "2026-11-19T07:00:00Z", "distance": 5500, \
        "loadWeight": 15}]}
        """
    ).returning(200).each(RecordRuck.self)

    public var rucks: [RawCBOR]
    public init(rucks: [RawCBOR]) { self.rucks = rucks }
  }

  public struct RuckBatchReply: Codable, Sendable {
    public var results: [RuckBatchResult]
    public init(results: [RuckBatchResult]) { self.results = results }
  }

  public struct RuckBatchResult: Codable, Sendable {
    public var status: Int
    public var ruck: RuckReply?
    public var error: Problem?

    public init(status: Int, ruck: RuckReply? = nil, error: Problem? = nil) {
      self.status = status
      self.ruck = ruck
      self.error = error
    }
  }
}

extension SessionAPI.RecordRuckBatch: Described {
  public static var title: String { "RuckReports" }
  public static let members: [String: Note] = [
    "rucks": Note("The rucks.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.RuckBatchReply: Described {
  public static let members: [String: Note] = [
    "results": Note("One result per item, in the order of the items.", .list(upTo: SessionAPI.itemsPerBatch))
  ]
}

extension SessionAPI.RuckBatchResult: Described {
  public static let members: [String: Note] = [
    "status": Note(
      "201 if created, 200 if it existed or was replaced, 409 or 422 if rejected.", .range(200...599), like: 201),
    "ruck": "The ruck, or null if the item was rejected.",
    "error": Note("Why the item was rejected, or null if it was accepted.", like: .nothing),
  ]
}
