import Dispatch
import Foundation
import Proto
import Queueing
import Synchronization
import Testing

@testable import EdgeHTTP

/// Under load, the edge reads the requests of all accounts in turn.
@Suite struct ReadsInTurnTests {
  private let edge: EdgeHarness
  private static let crowd = 300

  init() throws {
    edge = try EdgeHarness()
    edge.service.reply("profile.get", ["userId": "ada"])
  }

  private func get(_ token: String, _ path: String = "/api/v1/profile") -> String {
    "GET \(path) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n"
  }

  /// Connections that have sent one request, so that the edge knows their user.
  private func connect(_ count: Int, _ token: String) throws -> [RawClient] {
    try (0..<count).map { _ in
      let client = try edge.connect()
      try client.write(get(token))
      #expect(try client.read().status == 200)
      return client
    }
  }

  /// Blocks the edge's loop while `body` runs.
  private func whileEdgeIsBusy(_ body: () throws -> Void) rethrows {
    let isBusy = DispatchSemaphore(value: 0)
    let isFree = DispatchSemaphore(value: 0)
    edge.loop.execute {
      isBusy.signal()
      isFree.wait()
    }
    isBusy.wait()
    defer { isFree.signal() }
    try body()
  }

  @Test("One user's request is read before the last of the hundreds of requests of another user")
  func rush() throws {
    let greedy = try connect(Self.crowd, "wm_rw")
    let light = try #require(try connect(1, "wm_other").first)
    let taken = Mutex(0)
    let takenBefore = Mutex<Int?>(nil)
    edge.service.on("profile.get") { call in
      let count = taken.withLock { taken in
        taken += 1
        return taken
      }
      if call.meta.user == "eve" { takenBefore.withLock { $0 = count - 1 } }
      return .success([0xA0])
    }
    try whileEdgeIsBusy {
      for client in greedy { try client.write(get("wm_rw")) }
      try light.write(get("wm_other"))
    }
    #expect(try light.read().status == 200)
    for client in greedy { #expect(try client.read().status == 200) }
    let before = try #require(takenBefore.withLock { $0 })
    #expect(before <= Limits.readsPerTurn + 1)
    #expect(taken.withLock { $0 } == Self.crowd + 1)
  }

  @Test("Pipelined requests get their responses in order on any number of connections")
  func pipelined() throws {
    let clients = try connect(Self.crowd, "wm_rw")
    try whileEdgeIsBusy {
      for client in clients {
        for path in ["/openapi.json", "/nothing", "/api/v1/profile", "/openapi.json"] {
          try client.write(get("wm_rw", path))
        }
      }
    }
    for client in clients {
      var statuses: [Int] = []
      for _ in 0..<4 { statuses.append(try client.read().status) }
      #expect(statuses == [200, 404, 200, 200])
    }
  }

  @Test("A client that leaves while its request waits to be read is removed")
  func leaving() throws {
    try leaveInRush()
    #expect(comes { edge.inspect { $0.connections.count } == 0 })
    #expect(edge.inspect { $0.admission.turns.isIdle })
  }

  private func leaveInRush() throws {
    let clients = try connect(Self.crowd, "wm_rw")
    try whileEdgeIsBusy {
      for client in clients {
        try client.write(get("wm_rw"))
        client.endWriting()
      }
    }
    withExtendedLifetime(clients) {}
  }
}
