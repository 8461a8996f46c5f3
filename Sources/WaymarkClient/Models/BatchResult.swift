/// The result for one listening session of a batch.
public struct BatchResult: Codable, Sendable, Hashable {
  /// The HTTP status: 201 for a new session, 200 for a known or extended one, 422 for a rejected one.
  public var status: Int
  /// The stored session, or nil if it was rejected.
  public var session: ListeningSession?
  /// Why the session was rejected, or nil if it was stored.
  public var error: Problem?

  /// Creates a result, for previews and tests.
  public init(status: Int, session: ListeningSession? = nil, error: Problem? = nil) {
    self.status = status
    self.session = session
    self.error = error
  }
}

struct BatchResponse: Codable, Sendable {
  var results: [BatchResult]
}

/// The result for one reading session of a batch.
public struct ReadingBatchResult: Codable, Sendable, Hashable {
  /// The HTTP status: 201 for a new session, 200 for a known or extended one, 422 for a rejected one.
  public var status: Int
  /// The stored session, or nil if it was rejected.
  public var session: ReadingSession?
  /// Why the session was rejected, or nil if it was stored.
  public var error: Problem?
}

struct ReadingBatchResponse: Codable, Sendable {
  var results: [ReadingBatchResult]
}

/// The result for one ruck of a batch.
public struct RuckBatchResult: Codable, Sendable, Hashable {
  /// The HTTP status: 201 for a new ruck, 200 for a known or replaced one, 409 if another ruck has its id, 422 if it
  /// was rejected.
  public var status: Int
  /// The stored ruck, or nil if it was rejected.
  public var ruck: Ruck?
  /// Why the ruck was rejected, or nil if it was stored.
  public var error: Problem?
}

struct RuckBatchResponse: Codable, Sendable {
  var results: [RuckBatchResult]
}
