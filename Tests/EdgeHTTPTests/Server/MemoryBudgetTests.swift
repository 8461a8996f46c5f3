import Foundation
import Glibc
import Proto
import Queueing
import Testing

@testable import EdgeHTTP

/// Limits on pending data in the edge, in both directions, in total and per user.
@Suite struct MemoryBudgetTests {
  private static let head = "Host: a\r\nAuthorization: Bearer wm_rw\r\n"

  private func put(_ id: String, _ body: String) -> String {
    "PUT /api/v1/heroes/\(id) HTTP/1.1\r\n\(Self.head)Content-Type: application/json\r\n\(body)"
  }

  private func padded(_ count: Int) -> String {
    "Content-Length: \(count)\r\n\r\n{\"a\":\"" + String(repeating: "x", count: count - 8) + "\"}"
  }

  @Test("Produces no unread response, copies no page for it, and sends everything once the client reads")
  func unread() throws {
    let edge = try EdgeHarness()
    let page = try edge.send("GET", "/openapi.json", token: nil).body
    let ahead = String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 16)
    let clients = try (0..<50).map { _ in try edge.connect() }
    for client in clients {
      var small: CInt = 4_096
      setsockopt(client.descriptor, SOL_SOCKET, SO_RCVBUF, &small, 4)
      try client.write(ahead)
    }
    #expect(try edge.send("GET", "/healthz", token: nil).status == 200)
    // Far less than one page each.
    #expect(edge.inspect { $0.admission.quotas.usedBytes } < 50 * page.utf8.count / 4)
    for client in clients { for _ in 0..<16 { #expect(try client.read().body == page) } }
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } == 0 })
  }

  @Test("An unread response counts towards its user's quota until the client has left")
  func unreadAnswers() throws {
    let edge = try EdgeHarness(bufferBytes: 8 << 20)
    edge.service.reply("profile.get", ["text": String(repeating: "x", count: 1_000_000)])
    _ = try edge.send("GET", "/api/v1/profile")
    var clients = try (0..<20).map { _ in try edge.connect() }
    for client in clients { try client.write("GET /api/v1/profile HTTP/1.1\r\n\(Self.head)\r\n") }
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } > 500_000 })
    #expect(try edge.send("GET", "/healthz", token: nil).status == 200)
    let used = edge.inspect { $0.admission.quotas.usedBytes }
    #expect(used <= 3 << 20, "\(used)")
    for client in clients.prefix(10) { #expect(try client.read().body.utf8.count > 1_000_000) }
    clients = []
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } == 0 })
  }

  @Test("A rejected body is discarded as it arrives, sized or chunked")
  func rejectedBodies() throws {
    let edge = try EdgeHarness()
    let chunk = "8000\r\n" + String(repeating: "x", count: 0x8000) + "\r\n"
    for token in ["", "Authorization: Bearer wm_rw\r\n"] {
      for announced in ["Transfer-Encoding: chunked", "Content-Length: 2000000"] {
        let client = try edge.connect()
        try client.write("POST /api/v1/nothing HTTP/1.1\r\nHost: a\r\n\(token)\(announced)\r\n\r\n")
        let isChunked = announced.hasPrefix("T")
        for _ in 0..<50 { try client.write(isChunked ? chunk : String(repeating: "x", count: 0x8000)) }
        let response = try client.read()
        #expect(response.status == (token.isEmpty ? 401 : 404))
        #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } < 100_000 })
        #expect(edge.inspect { $0.connections.all.allSatisfy { $0.state.body.bufferedBytes == 0 } })
      }
    }
  }

  @Test("Bodies that exceed the budget together are read one after the other, and none is lost")
  func bodiesInTurn() throws {
    let edge = try EdgeHarness(bufferBytes: 8 << 20)
    edge.service.reply("hero.put", ["created": true])
    let clients = try (0..<12).map { _ in try edge.connect() }
    let threads = clients.enumerated().map { index, client in
      let chunked =
        "Transfer-Encoding: chunked\r\n\r\n61a80\r\n{\"a\":\"" + String(repeating: "x", count: 399_992)
        + "\"}\r\n0\r\n\r\n"
      let bytes = [UInt8](put("h\(index)", index % 2 == 0 ? padded(900_000) : chunked).utf8)
      let descriptor = client.descriptor
      return Thread {
        var sent = 0
        while sent < bytes.count {
          let count = Array(bytes[sent...].prefix(20_000)).withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, 0)
          }
          guard count > 0 else { return }
          sent += count
        }
      }
    }
    for thread in threads { thread.start() }
    for client in clients { #expect(try client.read().status == 201) }
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } == 0 })
  }

  @Test("Accepts a large chunked body while an unread response fills the user's quota")
  func chunksBesideUnread() throws {
    let edge = try EdgeHarness(bufferBytes: 8 << 20)
    edge.service.reply("hero.put", ["created": true])
    edge.service.reply("profile.get", ["text": String(repeating: "x", count: 3_000_000)])
    let unreading = try edge.connect()
    try unreading.write("GET /api/v1/profile HTTP/1.1\r\n\(Self.head)\r\n")
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } > 2 << 20 })
    let client = try edge.connect()
    try client.write(put("a", "Transfer-Encoding: chunked\r\n\r\n9c40\r\n{\"a\":\""))
    let begin = String(repeating: "x", count: 0x9C40 - 6)
    try client.write(begin + "\r\n")
    #expect(comes { edge.inspect { edge in edge.connections.all.contains { $0.memory.hasBody } } })
    try client.write("2\r\n\"}\r\n0\r\n\r\n")
    #expect(try client.read().status == 201)
    withExtendedLifetime(unreading) {}
  }

  @Test("A body that waits too long for memory is 503, while another user's body is accepted")
  func noRoom() throws {
    let edge = try EdgeHarness(bufferBytes: 8 << 20)
    edge.service.reply("hero.put", ["created": true])
    // One connection holds nearly all of the quota of 2 MiB and sends nothing.
    let greedy = try edge.connect()
    try greedy.write(put("a", "Content-Length: 2000000\r\n\r\n"))
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } >= 2_000_000 })
    let late = try edge.connect()
    try late.write(put("b", padded(900_000).prefix(60_000) + ""))
    #expect(comes { edge.inspect { $0.admission.memory.hasWaiting } })
    let other = try edge.connect()
    try other.write(put("c", padded(900_000)).replacingOccurrences(of: "wm_rw", with: "wm_other"))
    #expect(try other.read().status == 201)
    edge.inspect { $0.check(now: $0.loop.now + 31_000_000_000) }
    let response = try late.read()
    #expect(response.status == 503 && response.fields["retry-after"] == "1" && response.fields["connection"] == "close")
    #expect(try greedy.read().status == 408)
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } == 0 })
  }

  @Test("Closes the oldest connections without credentials that send their heads slowly if they exceed their quota")
  func slowHeads() throws {
    let edge = try EdgeHarness(bufferBytes: 1 << 20)
    let clients = try (0..<20).map { _ in try edge.connect() }
    for client in clients {
      try client.write("GET /healthz HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 15_000))
    }
    #expect(try clients[0].read().status == 503)
    #expect(comes { edge.inspect { $0.admission.quotas.usedBytes } <= 256 << 10 })
    try clients[19].write("\r\n\r\n")
    #expect(try clients[19].read().status == 200)
  }

  @Test("Concurrent readiness requests share one health call to each service")
  func readiness() throws {
    let edge = try EdgeHarness()
    edge.service.on("health.check") { _ in nil }
    let clients = try (0..<50).map { _ in try edge.connect() }
    for (index, client) in clients.enumerated() {
      try client.write("GET \(index % 2 == 0 ? "/readyz" : "/metrics") HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    // All requests for metrics wait for one page.
    #expect(comes { edge.inspect { $0.metricsPages.reports.waitingForHealth } == 26 })
    #expect(edge.service.calls("health.check").count == 4)
    edge.service.release("health.check") {
      Result { () throws(Fault) in try CBOREncoder.encode(Health(.ok)) }
    }
    for client in clients { #expect(try client.read().status == 200) }
  }

  @Test("A connection that pipelines many cheap requests does not delay another one")
  func cheapRequests() throws {
    let edge = try EdgeHarness()
    let (greedy, light) = (try edge.connect(), try edge.connect())
    let count = 1_000
    try greedy.write(String(repeating: "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", count: count))
    try light.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try light.read().status == 200)
    for _ in 0..<count { #expect(try greedy.read().status == 200) }
  }
}
