import API
import ForeignServer
import Service
import Testing

@testable import OutboundSvc

/// Requests by libcurl to a server on loopback.
@Suite struct TransferTests {
  private func send(_ call: OutboundAPI.Fetch, _ rule: OutgoingRule = .any) async throws -> OutboundAPI.Fetch.Reply {
    await FetchWorkers(rule: rule).fetch(try #require(FetchRequest(call)))
  }

  @Test("Reports status, type, tag, pause and body")
  func reply() async throws {
    let server = ForeignServer { _ in
      .text(503, "later", type: "text/plain; charset=utf-8", headers: [("ETag", "\"a b\""), ("Retry-After", "120")])
    }
    let reply = try await send(.init(.get, server.url + "/x?y=1", headers: [.init("Accept", "text/plain")]))
    let expected = OutboundAPI.Fetch.Reply(
      status: 503, contentType: "text/plain;charset=utf-8", entityTag: "\"a b\"", retryAfter: "120",
      body: Array("later".utf8))
    #expect(reply == expected)
    #expect(server.requests.map(\.target) == ["/x?y=1"])
    #expect(server.requests.first?.headers["accept"] == "text/plain")
  }

  @Test(
    "Makes no connection to an address that the rule does not allow, in any form of the host",
    arguments: ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost"])
  func notAllowed(host: String) async throws {
    let server = ForeignServer()
    let call = OutboundAPI.Fetch(.get, "http://\(host):\(server.port)/")
    #expect(try await send(call, .onlyPublic).failure == .notAllowed)
    #expect(try await send(call, .none).failure == .notAllowed)
    #expect(try await send(call, .init(parsing: "10.0.0.0/8")).failure == .notAllowed)
    #expect(server.connections == 0)
    #expect(try await send(call, .any).status == 204)
    #expect(try await send(call, .init(parsing: "127.0.0.0/8")).status == 204)
  }

  @Test("The rule does not limit what the administrator names")
  func administrator() async throws {
    let server = ForeignServer()
    #expect(try await send(.init(.get, server.url, namedBy: .administrator), .none).status == 204)
  }

  @Test("Follows no redirect unless the call allows it")
  func noRedirect() async throws {
    let server = ForeignServer { _ in .text(302, headers: [("Location", "/next")]) }
    #expect(try await send(.init(.get, server.url)).status == 302)
    #expect(server.requests.count == 1)
  }

  @Test("Follows redirects to the same server with all headers, up to the limit")
  func redirects() async throws {
    let server = ForeignServer { request in
      request.target == "/end" ? .text(200, "{}") : .text(301, headers: [("Location", "/end")])
    }
    let call = OutboundAPI.Fetch(
      .get, server.url + "/start", headers: [.init("Authorization", "Bearer x")], redirects: .init(atMost: 3))
    #expect(try await send(call).status == 200)
    #expect(server.requests.map(\.headers["authorization"]) == ["Bearer x", "Bearer x"])
    server.respond { _ in .text(301, headers: [("Location", "/again")]) }
    server.forget()
    #expect(try await send(call).status == 301)
    #expect(server.requests.count == 4)
  }

  @Test("A redirect to another server is an error, and that server receives nothing")
  func foreignRedirect() async throws {
    let other = ForeignServer()
    let server = ForeignServer { _ in .text(307, headers: [("Location", other.url)]) }
    var call = OutboundAPI.Fetch(.get, server.url, redirects: .init(atMost: 3))
    #expect(try await send(call).failure == .notAllowed)
    #expect(other.connections == 0)
    call.redirects.hosts = ["127.0.0.1"]
    #expect(try await send(call).status == 204)
    server.respond { _ in .text(307, headers: [("Location", "file:///etc/passwd")]) }
    #expect(try await send(call).failure == .notAllowed)
  }

  @Test("The rule is checked after each redirect")
  func redirectToForbidden() async throws {
    let other = ForeignServer()
    let server = ForeignServer { _ in .text(302, headers: [("Location", "http://localhost:\(other.port)/")]) }
    let call = OutboundAPI.Fetch(
      .get, server.url, redirects: .init(atMost: 3, hosts: ["localhost", "127.0.0.1"]))
    let rule = try OutgoingRule(parsing: "127.0.0.1/32")
    #expect(try await send(call, rule).status == 204)
    server.respond { _ in .text(302, headers: [("Location", "http://127.0.0.2:\(other.port)/")]) }
    var second = call
    second.redirects.hosts = ["127.0.0.2"]
    #expect(try await send(second, rule).failure == .notAllowed)
    #expect(other.connections == 1)
  }

  @Test("A body over the limit is an error; one that nobody reads is not")
  func size() async throws {
    let server = ForeignServer { _ in .text(200, String(repeating: "x", count: 300_000)) }
    #expect(try await send(.init(.get, server.url, limits: .init(bytes: 1_000))).failure == .tooLarge)
    let reply = try await send(.init(.post, server.url, body: [1], limits: .init(bytes: nil)))
    #expect(reply.failure == nil && reply.status == 200 && reply.body.isEmpty)
  }

  @Test("Reports a cut connection, nonsense and silence")
  func failures() async throws {
    let server = ForeignServer { _ in .cut }
    #expect(try await send(.init(.get, server.url)).failure == .unreachable)
    server.respond { _ in .raw(Array("nonsense\r\n\r\n".utf8)) }
    let reply = try await send(.init(.get, server.url))
    #expect(reply.failure != nil && reply.body.isEmpty)
    server.respond { _ in .silence }
    #expect(try await send(.init(.get, server.url, limits: .init(milliseconds: 200))).failure == .tooSlow)
  }
}
