import Foundation
import Proto
import Testing

@testable import Operations

@Suite("Whether the stack responds")
struct ReadinessProbeTests {
  private let folder = "/tmp/waymark-ready-\(UUID().uuidString)"
  private var edges: [String] { ["edge", "edge-2"].map { "\(folder)/\($0).sock" } }
  private var outbound: String { folder + "/outbound.sock" }

  /// Asks an edge, which sends a response with this status.
  private func ask(_ probe: inout ReadinessProbe, _ listener: CInt, _ status: String, now: Int) throws {
    probe.ask(now: now)
    let peer = accept(listener, nil, nil)
    try #require(peer >= 0)
    let response = "HTTP/1.1 \(status)\r\n\r\n"
    #expect(write(peer, response, response.utf8.count) == response.utf8.count)
    close(peer)
    probe.receive(now: now)
  }

  /// A probe of two edges that have become ready at 40 ms.
  private func readyEdges() throws -> ReadinessProbe {
    var probe = ReadinessProbe(edges: edges, outbound: outbound)
    probe.ask(now: 0)
    #expect(!probe.isReady && probe.descriptor == -1 && probe.deadline == ReadinessProbe.pause)
    let listeners = try edges.map { try UnixSocket.listen(path: $0) }
    defer { for listener in listeners { close(listener) } }
    try ask(&probe, listeners[0], "503 Service Unavailable", now: 10)
    try ask(&probe, listeners[0], "200 OK", now: 20)
    try ask(&probe, listeners[1], "503 Service Unavailable", now: 20)
    try ask(&probe, listeners[1], "200 OK", now: 40)
    #expect(!probe.isReady && probe.deadline == 40)
    return probe
  }

  @Test("The stack is ready when all edges are and outbound listens")
  func outboundListens() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var probe = try readyEdges()
    probe.ask(now: 40)
    #expect(!probe.isReady && probe.deadline == 40 + ReadinessProbe.pause)
    let listener = try UnixSocket.listen(path: outbound)
    defer { close(listener) }
    probe.ask(now: 50)
    #expect(probe.isReady)
  }

  @Test("If outbound exits or does not listen for 30 seconds, the stack is ready without it")
  func outboundIsMissing() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var (waiting, exited) = (try readyEdges(), try readyEdges())
    waiting.ask(now: 40)
    waiting.ask(now: 30_039)
    #expect(!waiting.isReady)
    waiting.ask(now: 30_050)
    #expect(waiting.isReady)
    exited.ask(now: 40)
    exited.skipOutbound()
    exited.ask(now: 50)
    #expect(exited.isReady)
  }
}
