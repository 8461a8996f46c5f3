public import Foundation

extension WaymarkClient {
  /// Signs in with a single-use code and returns a new token for the app.
  ///
  /// Throws ``APIError/unauthorized`` if the code is wrong, used or expired. If the connection breaks, the code is sent
  /// again with the same idempotency key, so it is not lost.
  ///
  /// - Parameter name: the name of the token in the list of tokens.
  public static func signIn(
    to server: URL, code: String, name: String, transport: any HTTPTransport = URLSessionTransport(),
    retries: RetryPolicy = RetryPolicy(), time: TimeSource = .system
  ) async throws(APIError) -> CreatedToken {
    let exchange = SignInExchange(server: server, transport: transport, retries: retries, time: time)
    let cookie = try await exchange.openSession(code)
    let made: CreatedToken
    do throws(APIError) {
      made = try await exchange.createToken(name, cookie)
    } catch {
      try? await exchange.closeSession(cookie)
      throw error
    }
    // If this fails, the browser session expires on its own; the token is not affected.
    try? await exchange.closeSession(cookie)
    return made
  }
}

/// Exchanges a sign-in code for a token. The code only opens a browser session, so this is the one place that uses a
/// cookie.
struct SignInExchange: Sendable {
  let server: URL
  let transport: any HTTPTransport
  let retries: RetryPolicy
  let time: TimeSource

  /// Returns the session cookie as `name=value`.
  func openSession(_ code: String) async throws(APIError) -> String {
    let call = Call.post("session", body: try WireFormat.encode(["code": code]))
    let response = try await send(call, cookie: nil)
    let cookies = (response.headers["Set-Cookie"] ?? "").split(separator: ",")
    let found = cookies.compactMap { $0.split(separator: ";").first?.trimmingCharacters(in: .whitespaces) }
    let names = ["__Host-waymark=", "waymark="]
    guard let cookie = found.first(where: { pair in names.contains { pair.hasPrefix($0) && pair.count > $0.count } })
    else {
      throw .decoding("Set-Cookie: the response does not set the cookie waymark")
    }
    return cookie
  }

  func createToken(_ name: String, _ cookie: String) async throws(APIError) -> CreatedToken {
    let call = Call.post("tokens", body: try WireFormat.encode(TokenDraft(name: name, kind: .token)))
    return try WireFormat.decode(CreatedToken.self, from: await send(call, cookie: cookie).body)
  }

  func closeSession(_ cookie: String) async throws(APIError) {
    _ = try await send(.delete("session"), cookie: cookie)
  }

  func send(_ call: Call, cookie: String?) async throws(APIError) -> HTTPResponse {
    var request = call.request(to: server, token: "")
    request.headers["Authorization"] = nil
    request.headers["Cookie"] = cookie
    request.headers["X-Requested-With"] = "waymark"
    let response = try await response(to: request)
    guard response.status < 300 else { throw APIError(response, now: time.now()) }
    return response
  }

  /// Retries the same request if the connection breaks.
  private func response(to request: HTTPRequest) async throws(APIError) -> HTTPResponse {
    let began = time.elapsed()
    var failures = 0
    while true {
      do throws(TransportFailure) {
        return try await transport.send(request)
      } catch {
        failures += 1
        let spent = (time.elapsed() - began).seconds
        guard error == .interrupted,
          let pause = retries.pause(afterFailures: failures, spentSeconds: spent, serverAsksFor: nil)
        else { throw error == .cancelled ? .cancelled : .networkUnavailable }
        do { try await time.sleep(pause) } catch { throw .cancelled }
      }
    }
  }
}
