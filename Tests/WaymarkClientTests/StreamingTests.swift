import Foundation
import Testing

@testable import WaymarkClient

@Suite("Streaming over a real connection", .timeLimit(.minutes(1)))
struct StreamingTests {
  private let listener: StreamListener
  private let client: WaymarkClient

  init() throws {
    listener = try StreamListener()
    client = WaymarkClient(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(listener.port)")), tokens: .fixed("t0"))
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func event(_ seq: Int) -> String { "id: \(seq)\nevent: change\ndata: {\"seq\":\(seq),\"areas\":[]}\n\n" }

  @Test("Delivers each change at once, and cancelling closes the connection")
  func live() async throws {
    let (seen, see) = AsyncStream.makeStream(of: Int.self)
    let client = client
    let listening = Task {
      for try await change in client.changes(after: 4) { see.yield(change.seq) }
    }
    let (connection, head) = await listener.connection()
    #expect(head.hasPrefix("GET /api/v1/changes HTTP/1.1\r\n"))
    #expect(head.lowercased().contains("last-event-id: 4\r\n") && head.contains("Bearer t0"))
    var changes = seen.makeAsyncIterator()
    connection.send(Self.head)
    connection.sendChunk(event(5))
    #expect(await changes.next() == 5)
    connection.sendChunk(": nothing new\n\nid: 6\nev")
    connection.sendChunk("ent: change\ndata: {\"seq\":6,\"areas\":[\"reading\"]}\r\n\r\n")
    #expect(await changes.next() == 6)
    listening.cancel()
    try await listening.value
    #expect(await connection.isClosed())
  }

  @Test("Dropping the iterator closes the connection")
  func enough() async throws {
    let client = client
    let listening = Task {
      for try await _ in client.changes() { break }
    }
    let (connection, _) = await listener.connection()
    connection.send(Self.head)
    connection.sendChunk(event(5))
    try await listening.value
    #expect(await connection.isClosed())
  }

  @Test("Reports the reason of a rejection, and an interruption if the server closes early")
  func refused() async throws {
    let client = client
    let first = Task { try await client.transport.stream(HTTPRequest(method: .get, url: client.baseURL)) }
    let (connection, _) = await listener.connection()
    connection.send("HTTP/1.1 403 Forbidden\r\nContent-Type: application/problem+json\r\nContent-Length: 2\r\n\r\n{}")
    let response = try await first.value
    #expect(response.status == 403 && response.headers["content-type"] == "application/problem+json")
    #expect(await response.collected(upTo: 100).body == Data("{}".utf8))

    let second = Task {
      _ = try await client.transport.stream(HTTPRequest(method: .post, url: client.baseURL))
    }
    _ = await listener.connection()
    await #expect(throws: TransportFailure.interrupted) { try await second.value }
  }
}
