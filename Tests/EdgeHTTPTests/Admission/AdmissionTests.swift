import API
import Crypto
import Proto
import Queueing
import Testing

@testable import EdgeHTTP

/// Each limit that rejects a request is counted under its name.
@Suite struct AdmissionTests {
  private static let head = "Host: a\r\nAuthorization: Bearer wm_rw\r\n"
  private let get = "GET /api/v1/profile HTTP/1.1\r\n\(AdmissionTests.head)\r\n"

  private func put(_ length: Int) -> String {
    "PUT /api/v1/heroes/h HTTP/1.1\r\n\(Self.head)Content-Type: application/json\r\nContent-Length: \(length)\r\n\r\n"
  }

  private func profileRoute() throws -> Int {
    try #require(Endpoints.all.firstIndex { $0.method == "profile.get" })
  }

  @Test("Every limit has a series before its first rejection")
  func series() throws {
    let edge = try EdgeHarness()
    for limit in AdmissionLimit.allCases { #expect(try edge.rejections(limit) == 0) }
  }

  @Test("A connection over the limit is rejected by 'connections'")
  func connections() throws {
    let edge = try EdgeHarness(connections: 1)
    let first = try edge.connect()
    try first.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try first.read().status == 200)
    let second = try edge.connect()
    let rejected = try second.read()
    #expect(rejected.status == 503 && rejected.fields["retry-after"] == "1")
    #expect(edge.inspect { $0.admission.rejections.count(.connections) } == 1)
    withExtendedLifetime(first) {}
  }

  @Test("A body without room in its user's quota is rejected by 'user_memory'")
  func userMemory() throws {
    let edge = try EdgeHarness(bufferBytes: 8 << 20)
    let greedy = try edge.connect()
    try greedy.write(put(2_000_000))
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } >= 2_000_000 })
    let late = try edge.connect()
    try late.write(put(900_000))
    #expect(comes { edge.inspect { $0.admission.memory.hasWaiting } })
    edge.inspect { $0.check(now: $0.loop.now + 31_000_000_000) }
    #expect(try late.read().status == 503)
    #expect(try edge.rejections(.userMemory) == 1)
    withExtendedLifetime(greedy) {}
  }

  @Test("The memory budget is named if the user's quota has room, and the quota if it has none")
  func memoryLimit() {
    let quotas = Quotas(bytes: 4_000)
    let users = (0..<4).map { quotas.user("u\($0)") }
    for user in users { quotas.add(900, to: user) }
    let last = quotas.user("last")
    #expect(!quotas.hasRoom(for: 500, of: last, isBody: false))
    #expect(quotas.limit(for: 500, of: last) == .memory)
    #expect(quotas.limit(for: 500, of: users[0]) == .userMemory)
    #expect(quotas.hasRoom(for: 500, of: last, isBody: true), "each user may have one body")
  }

  @Test("A connection of an address over its quota is evicted by 'user_memory'")
  func eviction() throws {
    let edge = try EdgeHarness(bufferBytes: 1 << 20)
    let clients = try (0..<20).map { _ in try edge.connect() }
    for client in clients {
      try client.write("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 15_000))
    }
    #expect(try clients[0].read().status == 503)
    #expect(try edge.rejections(.userMemory) > 0)
  }

  @Test(
    "Calls beyond a second of work of other users, or five of one user, are rejected by 'call_backlog'",
    arguments: [(130, 0, true), (50, 50, true), (80, 0, false)])
  func backlog(own: Int, others: Int, isRejected: Bool) throws {
    let edge = try EdgeHarness()
    edge.service.on("profile.get") { _ in nil }
    let route = try profileRoute()
    edge.inspect { edge in
      for _ in 0..<100 { edge.route(route).noteCall(nanoseconds: Limits.longestCallNanoseconds) }
    }
    let clients = try (0..<own + others).map { _ in try edge.connect() }
    for (index, client) in clients.enumerated() {
      try client.write(index < own ? get : get.replacing("wm_rw", with: "wm_other"))
    }
    #expect(try comes { try edge.inspect { $0.metrics.inFlight } + edge.rejections(.callBacklog) >= clients.count })
    #expect(try (edge.rejections(.callBacklog) > 0) == isRejected)
    #expect(
      comes {
        edge.service.release("profile.get") { .success([0xA0]) }
        return edge.inspect { $0.metrics.inFlight } == 0
      })
    let statuses = try clients.map { try $0.read().status }
    #expect(try edge.rejections(.callBacklog) == statuses.count { $0 == 503 })
  }

  @Test("A call that waits too long is rejected by 'call_wait'")
  func wait() throws {
    let edge = try EdgeHarness()
    edge.service.on("profile.get") { _ in nil }
    let clients = try (0..<100).map { _ in try edge.connect() }
    for client in clients { try client.write(get) }
    let waiting = { edge.inspect { edge in edge.admission.gates.reduce(0) { $0 + $1.waiting } } }
    #expect(comes { edge.service.calls("profile.get").count + waiting() == clients.count })
    let rejected = waiting()
    edge.inspect { $0.check(now: $0.loop.now + 11_000_000_000) }
    #expect(try edge.rejections(.callWait) == rejected && rejected > 0)
    withExtendedLifetime(clients) {}
  }

  @Test("Streams are rejected by 'user_streams' for one user and by 'streams' for all")
  func streams() throws {
    let edge = try EdgeHarness()
    let client = try edge.connect()
    #expect(comes { edge.inspect { $0.connections.count } == 1 })
    let limits = edge.inspect { edge in
      var limits: [AdmissionLimit] = []
      guard let connection = edge.connections.all.first else { return limits }
      for number in 0...(Limits.streams + 1) {
        // The first user has one stream more than a user may have, the others have one each.
        let user = number <= Limits.streamsOfUser ? "first" : "u\(number)"
        let digest = [UInt8](user.utf8).withUnsafeBytes { SHA256.digest($0) }
        let identity = Identity(user: user, scope: [.read], hash: digest)
        connection.authenticate(identity, edge.admission.quotas.user(user))
        guard let credential = HeldCredential(identity) else { continue }
        do throws(LimitRejection) {
          _ = try edge.changes.open(connection, credential)
        } catch {
          limits.append(error.limit)
        }
      }
      return limits
    }
    #expect(limits == [.userStreams, .streams])
    withExtendedLifetime(client) {}
  }

  @Test("Requests beyond those that may wait for one token are rejected by 'token_waiters'")
  func tokenWaiters() throws {
    let edge = try EdgeHarness()
    edge.service.on("token.verify") { _ in nil }
    edge.inspect { edge in
      let token = [UInt8]("wm_new".utf8)
      for _ in 0..<Limits.waitersPerCredential {
        _ = edge.credentials.judge(token.span, now: edge.milliseconds, second: edge.second, later: { _ in })
      }
    }
    #expect(try edge.send("GET", "/api/v1/profile", token: "wm_new").status == 503)
    #expect(try edge.rejections(.tokenWaiters) == 1)
  }

  @Test("Too many failed sign-ins are rejected by 'sign_ins'")
  func signIns() throws {
    let edge = try EdgeHarness()
    edge.service.fault("browser.signIn", Fault(.unauthenticated, "wrong"))
    for _ in 0..<Limits.signInsOfAddress.most {
      #expect(try edge.send("POST", "/api/v1/session", token: nil, body: #"{"token":"bad"}"#).status == 401)
    }
    #expect(try edge.send("POST", "/api/v1/session", token: nil, body: #"{"token":"bad"}"#).status == 429)
    #expect(try edge.rejections(.signIns) == 1)
  }

  @Test("Sign-ins with the provider beyond those that may be in flight are rejected by 'provider_calls'")
  func providerCalls() throws {
    let edge = try EdgeHarness()
    edge.service.on(SessionAPI.BeginProvider.name) { _ in .failure(Fault(.notFound, "no provider")) }
    edge.inspect { edge in
      for _ in 0..<Limits.providerCalls { try? edge.admission.beginProviderCall() }
    }
    let rejected = try edge.send("GET", "/api/v1/session/oidc", token: nil)
    #expect(rejected.status == 503 && rejected.fields["retry-after"] == "1")
    #expect(try edge.rejections(.providerCalls) == 1)
    edge.inspect { $0.admission.endProviderCall() }
    // Each response releases the place of its call.
    for _ in 0..<2 { #expect(try edge.send("GET", "/api/v1/session/oidc", token: nil).status == 404) }
    #expect(edge.inspect { $0.admission.providerCalls } == Limits.providerCalls - 1)
    #expect(try edge.rejections(.providerCalls) == 1)
  }

  @Test("Too many unknown links are rejected by 'link_guesses'")
  func guesses() {
    var guesses = LinkGuesses()
    for _ in 0..<Limits.wrongGuessesPerMinute { #expect(guesses.begin("a", second: 60) == true) }
    #expect(guesses.begin("a", second: 119) == false)
    #expect(guesses.begin("b", second: 119) == true)
    #expect(guesses.begin("a", second: 120) == true)
    #expect(LimitRejection.linkGuesses.limit == .linkGuesses && LimitRejection.linkGuesses.status == 429)
  }
}

extension EdgeHarness {
  /// The figure of the limit on the page of metrics.
  func rejections(_ limit: AdmissionLimit) throws -> Int {
    let page = try send("GET", "/metrics", token: nil).body
    let line = page.split(separator: "\n").first {
      $0.hasPrefix("waymark_http_rejected_total{") && $0.contains("limit=\"\(limit.rawValue)\"")
    }
    return try #require(line?.split(separator: " ").last.flatMap { Int($0) })
  }
}
