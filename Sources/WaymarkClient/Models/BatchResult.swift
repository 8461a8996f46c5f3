/// What became of one session of a batch: 201 made, 200 known or extended, 422 refused.
public struct BatchResult: Codable, Sendable, Hashable {
  public var status: Int
  public var session: ListeningSession?
  public var error: Problem?

  public init(status: Int, session: ListeningSession? = nil, error: Problem? = nil) {
    self.status = status
    self.session = session
    self.error = error
  }
}

struct BatchAnswer: Codable, Sendable {
  var results: [BatchResult]
}

/// What became of one reading session of a batch.
public struct ReadingBatchResult: Codable, Sendable, Hashable {
  public var status: Int
  public var session: ReadingSession?
  public var error: Problem?
}

struct ReadingBatchAnswer: Codable, Sendable {
  var results: [ReadingBatchResult]
}

/// What became of one ruck of a batch: 409 where another has its id.
public struct RuckBatchResult: Codable, Sendable, Hashable {
  public var status: Int
  public var ruck: Ruck?
  public var error: Problem?
}

struct RuckBatchAnswer: Codable, Sendable {
  var results: [RuckBatchResult]
}
