import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Calls")
struct WaymarkClientTests {
  private let server = TestServer()

  @Test("Sends a call to its path with the bearer token")
  func request() async throws {
    _ = try await server.client().stories(limit: 900, cursor: "a/b&c")
    let request = try #require(server.requests.first)
    #expect(request.url.absoluteString == "https://journey.test/api/v1/stories?limit=200&cursor=a/b%26c")
    #expect(request.headers["authorization"] == "Bearer t0")
    #expect(request.headers["Idempotency-Key"] == nil)
  }

  @Test("Keeps the path of the base URL, and escapes an id as one component")
  func paths() throws {
    let base = try #require(URL(string: "https://host.test/waymark/"))
    let url = Call.get("stories", "a/../b?c").request(to: base, token: "t").url
    #expect(url.absoluteString == "https://host.test/waymark/api/v1/stories/a%2F..%2Fb%3Fc")
  }

  @Test("Retries a failed call with growing pauses, then throws")
  func backOff() async {
    server.failNext(
      .notDelivered(.interrupted), .respond(.problem(500)), .respond(.problem(503)), .respond(.problem(502, "down")))
    await #expect(throws: APIError.server(status: 502, detail: "down")) { try await server.client().stories() }
    #expect(server.time.slept == [.seconds(0.5), .seconds(1), .seconds(2)])
    #expect(server.requests.count == 4)
  }

  @Test("Jitter spreads the pauses between zero and the maximum")
  func jitter() {
    let asked = Mutex<[ClosedRange<Double>]>([])
    let policy = RetryPolicy(longestPauseSeconds: 1.5) { range in
      asked.withLock { $0.append(range) }
      return range.lowerBound
    }
    for failures in 1...3 {
      #expect(policy.pause(afterFailures: failures, spentSeconds: 0, serverAsksFor: nil) == .zero)
    }
    #expect(asked.withLock { $0 } == [0...0.5, 0...1, 0...1.5])
    #expect(policy.pause(afterFailures: 4, spentSeconds: 0, serverAsksFor: nil) == nil)
  }

  @Test("Respects Retry-After")
  func retryAfter() async throws {
    server.failNext(.respond(.problem(429, "", ["Retry-After": "7"])))
    _ = try await server.client(retries: RetryPolicy(random: { $0.lowerBound })).stories()
    #expect(server.time.slept == [.seconds(7)])
  }

  @Test("Throws if Retry-After exceeds the patience")
  func longRetryAfter() async {
    server.failNext(.respond(.problem(429, "", ["Retry-After": "3600"])))
    await #expect(throws: APIError.rateLimited(retryAfterSeconds: 3600)) { try await server.client().stories() }
    #expect(server.time.slept.isEmpty)
  }

  @Test("Throws at once if the device is offline")
  func offline() async {
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await server.client().stories() }
    #expect(server.requests.count == 1)
  }

  @Test("Does not retry a rejected request", arguments: [400, 403, 404, 409, 422])
  func refusal(status: Int) async {
    server.failNext(.respond(.problem(status)))
    await #expect(throws: APIError.self) { try await server.client().stories() }
    #expect(server.requests.count == 1)
  }

  @Test("All attempts of a write have one idempotency key")
  func idempotency() async throws {
    server.addStory("s1")
    server.failNext(.responseLost, .respond(.problem(503)), .responseLost)
    let session = try await server.client().recordSession(report())
    let keys = Set(server.requests.map { $0.headers["Idempotency-Key"] ?? "none" })
    #expect(keys.count == 1 && !keys.contains("none"))
    #expect(server.requests.count == 4)
    #expect(server.sessions == [session])
    _ = try await server.client().recordSession(report())
    #expect(server.requests.last.map { !keys.contains($0.headers["Idempotency-Key"] ?? "") } == true)
  }

  @Test("A deletion whose response was lost succeeds")
  func lostDeletion() async throws {
    server.addStory("s1")
    server.failNext(.responseLost)
    try await server.client().deleteStory("s1")
    await #expect(throws: APIError.notFound) { try await server.client().deleteStory("s1") }
  }

  @Test("Requests a new token once after a 401")
  func renewal() async throws {
    server.allow(token: "new")
    let refused = Mutex<[String?]>([])
    var client = server.client()
    client.tokens = AccessTokens { old in
      refused.withLock { $0.append(old) }
      return old == nil ? "old" : "new"
    }
    _ = try await client.stories()
    #expect(refused.withLock { $0 } == [nil, "old"])
    #expect(server.time.slept.isEmpty)
  }

  @Test("Throws if the new token is rejected too")
  func unauthorized() async {
    await #expect(throws: APIError.unauthorized) { try await server.client(token: "wrong").stories() }
    #expect(server.requests.count == 1)
  }

  @Test("Cancelling a call ends its pause")
  func cancellation() async {
    let time = ManualTime()
    let server = TestServer(time: time)
    server.failNext(.respond(.problem(503)))
    let call = Task { try await server.client().stories() }
    await time.untilSleeping()
    call.cancel()
    await #expect(throws: APIError.cancelled) { try await call.value }
    #expect(server.requests.count == 1)
  }
}
