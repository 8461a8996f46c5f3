import Connectors
import Proto

/// A request below a connector's base, until its response.
final class ConnectorExchange {
  let connector: any Connector
  let head: ConnectorHead
  private(set) var terms = ConnectorTerms(credentials: nil, milliseconds: 0)
  private(set) var user: ConnectorUser?
  /// The body, if it is imported at once.
  private(set) var body: ImportedBody?
  private(set) var hasPlan = false
  private(set) var hasBegunResponse = false
  /// When the client gives up, on the monotonic clock.
  private(set) var deadline: Int64 = 0

  init(_ connector: any Connector, _ head: ConnectorHead) {
    self.connector = connector
    self.head = head
  }

  func accept(_ terms: ConnectorTerms) {
    self.terms = terms
    hasPlan = true
  }

  func setBody(_ body: ImportedBody?) { self.body = body }

  func authenticate(_ user: ConnectorUser) { self.user = user }

  func beginResponse() { hasBegunResponse = true }

  /// Starts the time for the calls of the request or of one page of the response.
  func begin(now: Int64) { deadline = now + Int64(terms.milliseconds) }

  func response(to problem: ConnectorProblem) -> ConnectorResponse {
    var response = connector.response(to: problem, head)
    if response.status == 503 { response.fields.append(ConnectorPair("Retry-After", "1")) }
    return response
  }
}

extension ConnectorProblem {
  /// A rejection with 429 becomes 503, because old clients drop data that gets a 429.
  init(_ rejection: LimitRejection) {
    self.init(rejection.status == 429 ? 503 : rejection.status, rejection.detail)
  }

  init(_ problem: RequestProblem) { self.init(problem.status, problem.detail) }
}

extension HTTPResponse {
  init(_ response: ConnectorResponse) {
    var fields = FieldLines.noStore
    if let type = response.contentType { fields += FieldLines.line("Content-Type", type) }
    for field in response.fields { fields += FieldLines.line(field.name, field.value) }
    self.init(status: response.status, contentType: nil, fields: fields, body: response.body)
  }
}

extension ConnectorUser {
  init(_ identity: Identity) {
    self.init(id: identity.user, mayRead: identity.scope.contains(.read), mayWrite: identity.scope.contains(.write))
  }
}
