/// The limits that can reject a request. The raw value is the label `limit` of `waymark_http_rejected_total`.
enum AdmissionLimit: String, CaseIterable, Sendable {
  case connections
  /// The memory budget of the process.
  case memory
  /// The memory quota of the user, or of the address if there are no credentials.
  case userMemory = "user_memory"
  /// More work waits for one service than it can do soon.
  case callBacklog = "call_backlog"
  /// The call waited too long for its turn.
  case callWait = "call_wait"
  case streams
  case userStreams = "user_streams"
  case imports
  case userImports = "user_imports"
  /// The import waited too long for another one of the same user.
  case importWait = "import_wait"
  case signIns = "sign_ins"
  case linkGuesses = "link_guesses"
  case tokenWaiters = "token_waiters"
  /// Calls for which SessionSvc calls the sign-in provider.
  case providerCalls = "provider_calls"
  /// Files that connectors send, of the user or of all users.
  case storedBodies = "stored_bodies"
}

/// A rejection by a limit, as the client receives it.
struct LimitRejection: Error, Sendable {
  let limit: AdmissionLimit
  let status: Int
  let detail: String
  var retrySeconds = 1

  init(_ limit: AdmissionLimit, _ status: Int, _ detail: String, retrySeconds: Int = 1) {
    self.limit = limit
    self.status = status
    self.detail = detail
    self.retrySeconds = retrySeconds
  }

  var response: HTTPResponse {
    ProblemBody.response(status, detail, fields: FieldLines.line("Retry-After", String(retrySeconds)))
  }

  static let connections = LimitRejection(.connections, 503, "too many connections; retry later")
  static let linkGuesses = LimitRejection(
    .linkGuesses, 429, "too many unknown links were requested; retry in a minute", retrySeconds: 60)

  static let providerCalls = LimitRejection(
    .providerCalls, 503, "too many sign-ins with the provider at once; retry later")
  static let storedBodies = LimitRejection(.storedBodies, 503, "too many files are being sent; retry later")

  static let memoryDetail = "there is no memory for this request now; retry later"

  static func memory(_ limit: AdmissionLimit) -> LimitRejection {
    LimitRejection(limit, 503, memoryDetail)
  }
}
