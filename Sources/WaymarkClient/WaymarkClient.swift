public import Foundation

/// Calls one server for one user. It does not cache; repositories such as ``ReadingJourneyRepository`` do.
///
/// Every method throws ``APIError``. Copies of a client share what they know about writes and about a busy server.
public struct WaymarkClient: Sendable {
  /// The address of the server, without `/api/v1`.
  public var baseURL: URL
  /// The source of the access token.
  public var tokens: AccessTokens
  /// The HTTP implementation.
  public var transport: any HTTPTransport
  /// When failed calls are retried.
  public var retries: RetryPolicy
  /// The clocks. Tests replace them.
  public var time: TimeSource
  let writes = WriteCount()
  let busy = BusyServer()

  /// Creates a client.
  ///
  /// - Parameter baseURL: the address of the server, without `/api/v1`.
  public init(
    baseURL: URL, tokens: AccessTokens, transport: any HTTPTransport = URLSessionTransport(),
    retries: RetryPolicy = RetryPolicy(), time: TimeSource = .system
  ) {
    self.baseURL = baseURL
    self.tokens = tokens
    self.transport = transport
    self.retries = retries
    self.time = time
  }
}

extension WaymarkClient {
  /// Returns the response if its status is below 300 or 304. Otherwise throws the error it stands for, after retries.
  func send(_ call: Call) async throws(APIError) -> HTTPResponse {
    // Counts failed writes too: the server may have handled the request although the response was lost.
    defer { if call.method != .get { writes.increment() } }
    let began = time.elapsed()
    var token = try await tokens.token(rejected: nil)
    var hasRenewed = false
    var failures = 0
    var mayBeDone = false
    while true {
      let failure: Failure
      switch await attempt(call, token: token) {
      case .success(let response): return response
      case .failure(let found): failure = found
      }
      if failure.error == .unauthorized, !hasRenewed {
        hasRenewed = true
        let rejected = token
        token = try await tokens.token(rejected: rejected)
        if token != rejected { continue }
      }
      // A previous attempt deleted the object, and its response was lost.
      if failure.error == .notFound, call.method == .delete, mayBeDone { return HTTPResponse(status: 204) }
      failures += 1
      mayBeDone = mayBeDone || failure.mayHaveArrived
      let spent = (time.elapsed() - began).seconds
      guard failure.isWorthAnotherTry,
        let pause = retries.pause(
          afterFailures: failures, spentSeconds: spent, serverAsksFor: failure.retryAfterSeconds)
      else { throw failure.error }
      do { try await time.sleep(pause) } catch { throw .cancelled }
    }
  }

  func fetch<Value: Decodable>(_ type: Value.Type, _ call: Call) async throws(APIError) -> Value {
    try WireFormat.decode(type, from: await send(call).body)
  }

  private struct Failure: Error {
    var error: APIError
    var isWorthAnotherTry: Bool
    var mayHaveArrived: Bool
    var retryAfterSeconds: Double?
  }

  private func attempt(_ call: Call, token: String) async -> Result<HTTPResponse, Failure> {
    do throws(TransportFailure) {
      let response = try await transport.send(call.request(to: baseURL, token: token))
      if response.status < 300 || response.status == 304 { return .success(response) }
      let error = APIError(response, now: time.now())
      let asked = response.retryAfterSeconds(now: time.now())
      if let asked, response.status == 429 || response.status == 503 { busy.note(asked, now: time.elapsed()) }
      return .failure(
        Failure(
          error: error, isWorthAnotherTry: error.isRetryable, mayHaveArrived: response.status >= 500,
          retryAfterSeconds: asked))
    } catch {
      let seen: APIError = error == .cancelled ? .cancelled : .networkUnavailable
      let isBroken = error == .interrupted
      return .failure(Failure(error: seen, isWorthAnotherTry: isBroken, mayHaveArrived: isBroken))
    }
  }
}
