import API
import Domain
import Foundation
import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Streams of changes")
struct ChangeStreamTests {
  private typealias Call = SessionAPI.WaitForChange
  private let edge: EdgeHarness
  private let seq = Shared(7)

  private final class Shared: Sendable {
    private let state: Mutex<Int64>
    init(_ value: Int64) { state = Mutex(value) }
    var value: Int64 {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  init() throws {
    edge = try EdgeHarness()
    // A call after the current position waits until the test releases it.
    edge.service.on("journal.wait") { [seq] call in
      guard let ask = try? CBORDecoder.decode(Call.self, from: call.argument) else { return nil }
      if ask.after == seq.value, (ask.wait ?? 0) > 0 { return nil }
      let areas: [Area] = ask.after == nil ? Area.allCases : ask.after == seq.value ? [] : [.rucks, .goals]
      return Self.reply(seq.value, areas)
    }
    edge.service.reply("token.check", SessionAPI.CheckTokens.Reply(ended: []))
  }

  private static func reply(_ seq: Int64, _ areas: [Area]) -> Result<[UInt8], Fault> {
    Result { () throws(Fault) in try CBOREncoder.encode(Call.Reply(seq: seq, areas: areas)) }
  }

  private func publish(_ next: Int64, _ areas: [Area]) {
    seq.value = next
    edge.service.release("journal.wait") { Self.reply(next, areas) }
  }

  private func open(
    _ query: String = "", token: String = "wm_r", fields: [String] = [], version: String = "1.1", verb: String = "GET"
  ) throws -> RawClient {
    let client = try edge.connect()
    let lines = ["\(verb) /api/v1/changes\(query) HTTP/\(version)", "Host: x", "Authorization: Bearer \(token)"]
    try client.write((lines + fields + ["", ""]).joined(separator: "\r\n"))
    return client
  }

  private func begin(_ query: String = "", token: String = "wm_r", fields: [String] = []) throws -> RawClient {
    let client = try open(query, token: token, fields: fields)
    let head = try client.read()
    #expect(head.status == 200)
    return client
  }

  private func event(_ seq: Int64, _ areas: [Area]) -> String {
    let names = areas.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return "id: \(seq)\nevent: change\ndata: {\"seq\":\(seq),\"areas\":[\(names)]}\n\n"
  }

  private func eventually(_ what: String, _ isSo: @escaping @Sendable (Edge) -> Bool) throws {
    #expect(comes { edge.inspect(isSo) }, "never: \(what)")
  }

  private func waits() -> Int {
    edge.service.calls("journal.wait").count { call in
      (try? CBORDecoder.decode(Call.self, from: call.argument))?.wait != nil
    }
  }

  @Test("A stream sends the current position and each change, and one call waits for all streams of a user")
  func events() throws {
    let first = try open()
    let head = try first.read()
    #expect(head.status == 200 && head.fields["content-type"] == "text/event-stream")
    #expect(head.fields["cache-control"] == "no-store" && head.fields["x-accel-buffering"] == "no")
    #expect(head.fields["transfer-encoding"] == "chunked" && head.fields["x-request-id"] != nil)
    #expect(try first.readChunk() == "retry: 1000\n\n" + event(7, Area.allCases))
    let second = try begin("?after=7")
    #expect(try second.readChunk() == "retry: 1000\n\n" + event(7, []))
    try eventually("one waits") { _ in waits() == 1 }
    publish(9, [.library, .reading])
    for client in [first, second] { #expect(try client.readChunk() == event(9, [.library, .reading])) }
    try eventually("it waits again") { _ in waits() == 2 }
    publish(10, [.shares])
    for client in [first, second] { #expect(try client.readChunk() == event(10, [.shares])) }
    #expect(edge.inspect { $0.metrics.inFlight } == 0)
    #expect(edge.inspect { edge in edge.connections.all.allSatisfy { $0.heldBytes == 0 } })
  }

  @Test("Last-Event-ID overrides the parameter, and missed changes are one event")
  func positions() throws {
    #expect(try begin("?after=7", fields: ["Last-Event-ID: 3"]).readChunk().hasSuffix(event(7, [.rucks, .goals])))
    #expect(try begin("?after=3").readChunk().hasSuffix(event(7, [.rucks, .goals])))
    #expect(try begin(fields: ["Last-Event-ID: 7"]).readChunk().hasSuffix(event(7, [])))
    for query in ["?after=x", "?after=-1", "?after=1&after=2", "?since=1", "?after=9007199254740993"] {
      #expect(try edge.send("GET", "/api/v1/changes\(query)", token: "wm_r").status == 400, "\(query)")
    }
    for id in ["x", "-1", "", "12345678901234567", "1 2"] {
      #expect(try edge.send("GET", "/api/v1/changes", token: "wm_r", fields: ["Last-Event-ID: \(id)"]).status == 400)
    }
    #expect(try edge.send("GET", "/api/v1/changes", token: "wm_w").status == 403)
    #expect(try edge.send("GET", "/api/v1/changes", token: nil).status == 401)
    #expect(try edge.send("POST", "/api/v1/changes", body: "{}").fields["allow"] == "GET, HEAD, OPTIONS")
  }

  @Test("Rejects a user's seventeenth stream until another one ends, and accepts those of other users")
  func sixteen() throws {
    let clients = try (0..<Limits.streamsOfUser).map { _ in try begin() }
    let rejected = try edge.send("GET", "/api/v1/changes")
    #expect(rejected.status == 429 && rejected.fields["retry-after"] != nil && rejected.json?["status"] as? Int == 429)
    let other = try begin(token: "wm_other")
    #expect(try other.readChunk().contains("id: 7"))
    #expect(try edge.send("HEAD", "/api/v1/changes").status == 200)
    #expect(edge.inspect { $0.changes.count } == Limits.streamsOfUser + 1)
    clients[0].endWriting()
    try eventually("one has gone") { $0.changes.count == Limits.streamsOfUser }
    #expect(try begin().readChunk().contains("id: 7"))
    withExtendedLifetime((clients, other)) {}
  }

  @Test("HEAD opens no stream and keeps the connection, and HTTP/1.0 gets an unframed stream")
  func versions() throws {
    let client = try open(verb: "HEAD")
    let head = try client.read(isHead: true)
    #expect(head.status == 200 && head.fields["content-type"] == "text/event-stream")
    #expect(edge.inspect { $0.changes.count } == 0)
    try client.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.read().status == 200)
    let old = try open(version: "1.0")
    let response = try old.read()
    #expect(response.fields["transfer-encoding"] == nil && response.fields["connection"] == "close")
    try eventually("it has begun") { $0.changes.count == 1 }
    edge.inspect { $0.changes.stop() }
    var text = ""
    while let line = try? old.readLine() { text += line + "\n" }
    #expect(text == "retry: 1000\n\n" + event(7, Area.allCases))
  }

  @Test("Calls the service before the response begins, and keeps the stream while the service is unavailable")
  func away() throws {
    edge.service.fault("journal.wait", Fault(.unavailable, "session is unavailable"))
    let rejected = try edge.send("GET", "/api/v1/changes")
    #expect(rejected.status == 503 && rejected.fields["retry-after"] != nil)
    #expect(edge.inspect { $0.changes.count } == 0)
    edge.service.on("journal.wait") { call in
      guard let ask = try? CBORDecoder.decode(Call.self, from: call.argument) else { return nil }
      return (ask.wait ?? 0) > 0 ? .failure(Fault(.unavailable, "session is unavailable")) : Self.reply(7, [])
    }
    let client = try begin()
    #expect(try client.readChunk().contains("id: 7"))
    try eventually("it is tried again and again") { _ in waits() > 2 }
    edge.exhaustPatience()
    #expect(try client.readChunk() == ":\n\n")
    edge.service.on("journal.wait") { call in
      guard let ask = try? CBORDecoder.decode(Call.self, from: call.argument), ask.after == 7 else { return nil }
      return Self.reply(12, [.rucks])
    }
    #expect(try client.readChunk() == event(12, [.rucks]))
  }

  @Test("A stream ends with its last chunk when its token is revoked or the edge stops")
  func ends() throws {
    let (mine, other) = (try begin(), try begin(token: "wm_other"))
    for client in [mine, other] { _ = try client.readChunk() }
    edge.service.endToken("wm_r")
    #expect(try mine.readChunk().isEmpty)
    #expect(mine.isAtEnd)
    #expect(edge.inspect { $0.changes.count } == 1)
    edge.inspect { $0.stop() }
    #expect(try other.readChunk().isEmpty)
    #expect(other.isAtEnd)
    #expect(edge.inspect { $0.changes.count } == 0)
  }

  @Test("Deleting the account of a user with a JWT ends the stream with its last chunk, and prevents another")
  func deletedAccount() throws {
    let edge = try EdgeHarness(jwks: JWTFixtures.jwks)
    // The first call returns at once. The call that waits is held.
    edge.service.on("journal.wait") { call in
      guard let ask = try? CBORDecoder.decode(Call.self, from: call.argument), (ask.wait ?? 0) == 0 else { return nil }
      return Self.reply(7, [])
    }
    let token = hs256(#"{"sub":"eve","scope":"read"}"#)
    let client = try edge.connect()
    try client.write("GET /api/v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
    #expect(try client.read().status == 200)
    #expect(try client.readChunk().contains("id: 7"))
    let waits = { edge.service.calls("journal.wait").count { $0.meta.user == "eve" } }
    let end = ContinuousClock().now + .seconds(30)
    while waits() < 2, ContinuousClock().now < end { sched_yield() }
    #expect(waits() == 2, "the stream waits")
    let gone = Fault(.unauthenticated, "the account is being deleted")
    edge.service.fault("journal.wait", gone)
    edge.service.release("journal.wait") { .failure(gone) }
    #expect(try client.readChunk().isEmpty)
    #expect(client.isAtEnd)
    #expect(edge.inspect { $0.changes.count } == 0)
    #expect(try edge.send("GET", "/api/v1/changes", token: token).status == 401)
  }

  @Test("Joins the events that a client has not read")
  func unread() throws {
    let owed = ChangeEvent(seq: 8, areas: ["rucks"]).joined(ChangeEvent(seq: 11, areas: ["goals", "rucks"]))
    #expect(owed == ChangeEvent(seq: 11, areas: ["rucks", "goals"]))
    let (client, stream) = try edge.connectShowingStream()
    try client.write("GET /api/v1/changes HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wm_r\r\n\r\n")
    _ = try client.read()
    _ = try client.readChunk()
    edge.inspect { edge in
      // Fill the socket before two events.
      stream.value.write([UInt8](repeating: 0x0A, count: 8 << 20))
    }
    try eventually("the socket is full") { _ in stream.value.isStalled }
    for (seq, area) in [(8, Area.rucks), (9, Area.goals)] {
      let asked = waits()
      publish(Int64(seq), [area])
      try eventually("it waits again") { _ in waits() > asked }
    }
    var left = 8 << 20
    while left > 0 { left -= try client.readSome(left) }
    #expect(try client.readChunk() == event(9, [.rucks, .goals]))
  }
}
