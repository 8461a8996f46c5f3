public import Foundation

/// Speaks to one server for one user. It keeps no state: ``ReadingJourneyRepository`` does.
public struct WaymarkClient: Sendable {
  /// Where the server answers, without `/api/v1`.
  public var baseURL: URL
  public var tokens: AccessTokens
  public var transport: any HTTPTransport
  public var retries: RetryPolicy
  public var time: TimeSource

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
    var failures = 0
    var mayHaveArrived = false
    var token = try await tokens.token(refused: nil)
    var hasRenewed = false
    while true {
      let error: APIError
      var asked: Double?
      var isWorthwhile = true
      do {
        let response = try await transport.send(call.request(to: baseURL, token: token))
        if response.status < 300 || response.status == 304 { return response }
        if response.status == 404, call.method == .delete, mayHaveArrived {
          // An earlier try did the work and its answer was lost.
          return HTTPResponse(status: 204)
        }
        if response.status == 401, !hasRenewed {
          hasRenewed = true
          let renewed = try await tokens.token(refused: token)
          if renewed != token {
            token = renewed
            continue
          }
        }
        error = APIError(response, now: time.now())
        asked = response.retryAfterSeconds(now: time.now())
      } catch let failure as TransportFailure {
        if failure == .cancelled { throw .cancelled }
        error = .networkUnavailable
        isWorthwhile = failure != .offline
      } catch let failure as APIError {
        throw failure
      } catch {
        throw .networkUnavailable
      }
      failures += 1
      mayHaveArrived = mayHaveArrived || error.isServerAway || error.isRetryable
      guard isWorthwhile, error.isRetryable,
        let pause = retries.pause(afterFailures: failures, serverAsksFor: asked)
      else { throw error }
      do { try await time.sleep(pause) } catch { throw .cancelled }
    }
  }

  func fetch<Value: Decodable>(_ type: Value.Type, _ call: Call) async throws(APIError) -> Value {
    try WireFormat.decode(type, from: await send(call).body)
  }
}
