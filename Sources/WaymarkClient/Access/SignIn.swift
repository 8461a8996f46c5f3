public import Foundation

extension WaymarkClient {
  /// Signs an app in with a code that is good once: it is exchanged for a token of the app's own, with the given name
  /// in the list of tokens. ``APIError/unauthorized`` for a code that is wrong, used or too old. A code whose answer
  /// was lost is sent again with the same key, and is not lost with it.
  public static func signIn(
    to server: URL, code: String, name: String, transport: any HTTPTransport = URLSessionTransport(),
    retries: RetryPolicy = RetryPolicy(), time: TimeSource = .system
  ) async throws(APIError) -> CreatedToken {
    let desk = SignInDesk(server: server, transport: transport, retries: retries, time: time)
    let cookie = try await desk.open(code)
    let made: CreatedToken
    do throws(APIError) {
      made = try await desk.createToken(name, cookie)
    } catch {
      try? await desk.close(cookie)
      throw error
    }
    // The token stays: what is left open for a moment at worst ends by itself.
    try? await desk.close(cookie)
    return made
  }
}

/// The one place where a cookie is used: a code gives nothing else.
struct SignInDesk: Sendable {
  let server: URL
  let transport: any HTTPTransport
  let retries: RetryPolicy
  let time: TimeSource

  /// The cookie's name and value.
  func open(_ code: String) async throws(APIError) -> String {
    let call = Call.post("session", body: try WireFormat.encode(["code": code]))
    let response = try await send(call, cookie: nil)
    let cookies = (response.headers["Set-Cookie"] ?? "").split(separator: ",")
    let found = cookies.compactMap { $0.split(separator: ";").first?.trimmingCharacters(in: .whitespaces) }
    guard let cookie = found.first(where: { $0.hasPrefix("waymark=") && $0.utf8.count > 8 }) else {
      throw .decoding("the answer: without a cookie")
    }
    return cookie
  }

  func createToken(_ name: String, _ cookie: String) async throws(APIError) -> CreatedToken {
    let call = Call.post("tokens", body: try WireFormat.encode(TokenDraft(name: name, kind: .token)))
    return try WireFormat.decode(CreatedToken.self, from: await send(call, cookie: cookie).body)
  }

  func close(_ cookie: String) async throws(APIError) {
    _ = try await send(.delete("session"), cookie: cookie)
  }

  private func send(_ call: Call, cookie: String?) async throws(APIError) -> HTTPResponse {
    var request = call.request(to: server, token: "")
    request.headers["Authorization"] = nil
    request.headers["Cookie"] = cookie
    request.headers["X-Requested-With"] = "waymark"
    let response = try await response(to: request)
    guard response.status < 300 else { throw APIError(response, now: time.now()) }
    return response
  }

  /// Where the way to the server breaks, the same request is sent again.
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
