import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Calls")
struct WaymarkClientTests {
  private let server = TestServer()

  @Test("A call goes to its path with the bearer token")
  func request() async throws {
    _ = try await server.client().stories(limit: 900, cursor: "a/b&c")
    let request = try #require(server.requests.first)
    #expect(request.url.absoluteString == "https://journey.test/api/v1/stories?limit=200&cursor=a/b%26c")
    #expect(request.headers["authorization"] == "Bearer t0")
    #expect(request.headers["Idempotency-Key"] == nil)
  }

  @Test("A base address with a path and a slash keeps its path, and an id stays one part of it")
  func paths() throws {
    let base = try #require(URL(string: "https://host.test/waymark/"))
    let url = Call.get("stories", "a/../b?c").request(to: base, token: "t").url
    #expect(url.absoluteString == "https://host.test/waymark/api/v1/stories/a%2F..%2Fb%3Fc")
  }

  @Test("A failing call is tried again after growing pauses, and then given up")
  func backOff() async {
    server.disturb(
      .lost(.interrupted), .answers(.problem(500)), .answers(.problem(503)), .answers(.problem(502, "down")))
    await #expect(throws: APIError.server(status: 502, detail: "down")) { try await server.client().stories() }
    #expect(server.time.slept == [.seconds(0.5), .seconds(1), .seconds(2)])
    #expect(server.requests.count == 4)
  }

  @Test("Jitter spreads the pauses between nothing and the whole")
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

  @Test("A server that asks for time gets it")
  func retryAfter() async throws {
    server.disturb(.answers(.problem(429, "", ["Retry-After": "7"])))
    _ = try await server.client(retries: RetryPolicy(random: { $0.lowerBound })).stories()
    #expect(server.time.slept == [.seconds(7)])
  }

  @Test("A server that asks for more time than there is patience is told to the caller")
  func longRetryAfter() async {
    server.disturb(.answers(.problem(429, "", ["Retry-After": "3600"])))
    await #expect(throws: APIError.rateLimited(retryAfterSeconds: 3600)) { try await server.client().stories() }
    #expect(server.time.slept.isEmpty)
  }

  @Test("A device without a network is told at once")
  func offline() async {
    server.setOffline(true)
    await #expect(throws: APIError.networkUnavailable) { try await server.client().stories() }
    #expect(server.requests.count == 1)
  }

  @Test("A refusal is not tried again", arguments: [400, 403, 404, 409, 422])
  func refusal(status: Int) async {
    server.disturb(.answers(.problem(status)))
    await #expect(throws: APIError.self) { try await server.client().stories() }
    #expect(server.requests.count == 1)
  }

  @Test("All tries of a write carry one key, and the work is done once")
  func idempotency() async throws {
    server.addStory("s1")
    server.disturb(.answerLost, .answers(.problem(503)), .answerLost)
    let session = try await server.client().recordSession(report())
    let keys = Set(server.requests.map { $0.headers["Idempotency-Key"] ?? "none" })
    #expect(keys.count == 1 && !keys.contains("none"))
    #expect(server.requests.count == 4)
    #expect(server.sessions == [session])
    _ = try await server.client().recordSession(report())
    #expect(server.requests.last.map { !keys.contains($0.headers["Idempotency-Key"] ?? "") } == true)
  }

  @Test("A deletion whose answer was lost has succeeded")
  func lostDeletion() async throws {
    server.addStory("s1")
    server.disturb(.answerLost)
    try await server.client().deleteStory("s1")
    await #expect(throws: APIError.notFound) { try await server.client().deleteStory("s1") }
  }

  @Test("After a 401 the token is asked for once more")
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

  @Test("A token that stays refused is an error")
  func unauthorized() async {
    await #expect(throws: APIError.unauthorized) { try await server.client(token: "wrong").stories() }
    #expect(server.requests.count == 1)
  }

  @Test("A cancelled call ends in its pause")
  func cancellation() async {
    let time = ManualTime()
    let server = TestServer(time: time)
    server.disturb(.answers(.problem(503)))
    let call = Task { try await server.client().stories() }
    await time.untilSleeping()
    call.cancel()
    await #expect(throws: APIError.cancelled) { try await call.value }
    #expect(server.requests.count == 1)
  }
}
