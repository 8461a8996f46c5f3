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
