public import Foundation

/// Speaks to one server for one user. It keeps no answers: repositories do, such as ``ReadingJourneyRepository``.
public struct WaymarkClient: Sendable {
  /// Where the server answers, without `/api/v1`.
  public var baseURL: URL
  public var tokens: AccessTokens
  public var transport: any HTTPTransport
  public var retries: RetryPolicy
  public var time: TimeSource
  let writes = WriteCount()
  let busy = BusyServer()

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
  /// The answer of a call that was accepted, or 304; anything else is thrown.
  func send(_ call: Call) async throws(APIError) -> HTTPResponse {
    // Also when it fails: the answer may be what was lost, and the work done.
    defer { if call.method != .get { writes.note() } }
    let began = time.elapsed()
    var token = try await tokens.token(refused: nil)
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
        let refused = token
        token = try await tokens.token(refused: refused)
        if token != refused { continue }
      }
      // An earlier try did the work, and its answer was lost.
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
