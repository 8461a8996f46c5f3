public import Proto

extension SessionAPI {
  /// As `RecordSessions`: each is judged alone, so that a wrong one does not take the others along.
  public struct RecordReadings: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<ReadingBatchReply>
    public static let name = "reading.recordBatch"
    public var sessions: [RawCBOR]
    public init(sessions: [RawCBOR]) { self.sessions = sessions }
  }

  public struct ReadingBatchReply: Codable, Sendable {
    public var results: [ReadingBatchResult]
    public init(results: [ReadingBatchResult]) { self.results = results }
  }

  public struct ReadingBatchResult: Codable, Sendable {
    public var status: Int
    public var session: ReadingReply?
    public var error: Problem?

    public init(status: Int, session: ReadingReply? = nil, error: Problem? = nil) {
      self.status = status
      self.session = session
      self.error = error
    }
  }

  public struct RecordRucks: Method {
    public typealias API = SessionAPI
    public typealias Reply = Written<RuckBatchReply>
    public static let name = "ruck.recordBatch"
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
