import Foundation
import Glibc
import Proto
import Testing

@testable import EdgeHTTP

/// Each user's calls wait in their own queue at the edge, so that a user with many calls waits only for their own.
@Suite struct ServiceGateTests {
  let edge: EdgeHarness

  init() throws {
    edge = try EdgeHarness()
    edge.service.on("profile.get") { _ in nil }
  }

  private func get(_ token: String) -> String {
    "GET /api/v1/profile HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
  }

  private var waiting: Int { edge.inspect { edge in edge.admission.gates.reduce(0) { $0 + $1.waiting } } }

  /// Sends `count` requests of one user. The calls that the service has not received wait.
  private func flood(_ count: Int) throws -> [RawClient] {
    let clients = try (0..<count).map { _ in try edge.connect() }
    for client in clients { try client.write(get("wm_rw")) }
    #expect(comes { edge.service.calls("profile.get").count + waiting == count })
    #expect(waiting >= count - Limits.callsOfUser)
    return clients
  }

  /// Returns the number of calls, out of 100, that were made before their clients left.
  private func goneAfterFlood() throws -> Int {
    let clients = try flood(100)
    return withExtendedLifetime(clients) { edge.service.calls("profile.get").count }
  }

  private func release() {
    edge.service.release("profile.get") { .success([0xA1, 0x61, 0x61, 0x01]) }
  }

  @Test("A read reaches the service at once during many writes of another user")
  func readBesideWrites() throws {
    edge.service.on("hero.put") { _ in nil }
    let body = #"{"name":"Ada"}"#
    let clients = try (0..<80).map { _ in try edge.connect() }
    for (number, client) in clients.enumerated() {
      try client.write(
        "PUT /api/v1/heroes/h\(number) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wm_rw\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    #expect(comes { edge.service.calls("hero.put").count + waiting == 80 && waiting > 0 })
    let light = try edge.connect()
    try light.write(get("wm_other"))
    #expect(comes { edge.service.calls("profile.get").contains { $0.meta.user == "eve" } })
    withExtendedLifetime(clients) {}
  }

  @Test("One user's call overtakes the waiting calls of a user with many, and all get a response")
  func lightUser() throws {
    let clients = try flood(300)
    let light = try edge.connect()
    try light.write(get("wm_other"))
    #expect(comes { edge.service.calls("profile.get").contains { $0.meta.user == "eve" } })
    #expect(waiting >= 300 - Limits.callsOfUser)
    #expect(
      comes {
        release()
        return waiting == 0
      })
    release()
    #expect(try light.read().status == 200)
    for client in clients { #expect(try client.read().status == 200) }
    #expect(edge.service.calls("profile.get").count == 301)
  }

  @Test("A call that has waited past its deadline is 503 without being made")
  func deadline() throws {
    let clients = try flood(100)
    let made = edge.service.calls("profile.get").count
    edge.inspect { $0.check(now: $0.loop.now + 11_000_000_000) }
    #expect(waiting == 0 && edge.service.calls("profile.get").count == made)
    release()
    let statuses = try clients.map { try $0.read().status }
    #expect(statuses.filter { $0 == 503 }.count == 100 - made)
    #expect(statuses.filter { $0 == 200 }.count == made)
  }

  @Test(
    "If other users wait too, a call that has waited long is 503, but one after calls of its user keeps waiting",
    arguments: [true, false])
  func longWait(withOthers: Bool) throws {
    let edge = try EdgeHarness(patience: .init(wait: 5_000_000_000, backlog: 0))
    edge.service.on("profile.get") { _ in nil }
    let tokens = withOthers ? ["wm_rw", "wm_other"] : ["wm_rw"]
    var clients: [RawClient] = []
    for token in tokens {
      for _ in 0..<Limits.callsOfUser + 20 {
        let client = try edge.connect()
        try client.write(get(token))
        clients.append(client)
      }
    }
    let late = clients.count - tokens.count * Limits.callsOfUser
    #expect(comes { edge.inspect { edge in edge.admission.gates.reduce(0) { $0 + $1.waiting } } >= late })
    edge.inspect { $0.check(now: $0.loop.now + 5_500_000_000) }
    #expect(
      comes {
        edge.service.release("profile.get") { .success([0xA0]) }
        return edge.inspect { $0.metrics.inFlight } == 0
      })
    let statuses = try clients.map { try $0.read().status }
    let rejected = statuses.count { $0 == 503 }
    #expect(withOthers ? rejected >= late / 2 : rejected == 0)
    #expect(statuses.count { $0 == 200 } == clients.count - rejected)
  }

  @Test("No calls are made for clients that have left")
  func goneClients() throws {
    let made = try goneAfterFlood()
    #expect(comes { edge.inspect { $0.connections.count } == 0 })
    release()
    #expect(
      comes {
        edge.inspect { edge in for gate in edge.admission.gates { gate.tidy(now: edge.loop.now) } }
        return waiting == 0
      })
    #expect(edge.service.calls("profile.get").count == made)
  }

  @Test("Limits verifications of unknown tokens, and verifies a valid token during any number of them")
  func unknownTokens() throws {
    edge.service.reply("profile.get", ["userId": "ada"])
    #expect(try edge.send("GET", "/api/v1/profile").status == 200)
    edge.service.on("token.verify") { _ in nil }
    let clients = try (0..<300).map { _ in try edge.connect() }
    for (index, client) in clients.enumerated() { try client.write(get("wm_unknown\(index)")) }
    #expect(comes { edge.inspect { $0.metrics.inFlight } == 300 })
    #expect(edge.service.calls("token.verify").count == 1 + Limits.tokenVerifications)
    #expect(
      comes {
        edge.service.release("token.verify") { .failure(Fault(.unauthenticated, "no such token")) }
        return edge.inspect { $0.metrics.inFlight } == 0
      })
    for client in clients { #expect(try client.read().status == 401) }
  }
}
