import Foundation
import Synchronization
import Testing

@testable import WaymarkClient

@Suite("Journey changes")
struct JourneyChangesTests {
  /// A transport that returns scripted connections in order.
  private final class Line: Sendable {
    typealias Answer = @Sendable () throws(TransportFailure) -> HTTPResponseStream

    private let state = Mutex<(requests: [HTTPRequest], answers: [Answer])>(([], []))

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func then(_ answer: @escaping Answer) { state.withLock { $0.answers.append(answer) } }

    func sends(_ texts: String..., type: String = "text/event-stream; charset=utf-8") {
      then { () throws(TransportFailure) in
        HTTPResponseStream(status: 200, headers: ["Content-Type": type], chunks: texts.map { Data($0.utf8) })
      }
    }

    func refuses(_ status: Int, _ headers: HTTPHeaders = [:]) {
      then { () throws(TransportFailure) in
        let response = HTTPResponse.problem(status, "no", headers)
        return HTTPResponseStream(status: status, headers: response.headers, chunks: [response.body])
      }
    }

    /// After the last connection, the device is offline and the listening task is cancelled.
    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponseStream {
      let answer = state.withLock { state in
        state.requests.append(request)
        return state.answers.isEmpty ? nil : state.answers.removeFirst()
      }
      guard let answer else { throw .cancelled }
      return try answer()
    }
  }

  private let time = ManualTime(advancesOnSleep: true)
  private let line = Line()

  private func client(tokens: AccessTokens = .fixed("t0")) -> WaymarkClient {
    let transport = InMemoryTransport({ _ throws(TransportFailure) in throw .offline }) {
      [line] request throws(TransportFailure) in
      try line.answer(request)
    }
    return WaymarkClient(
      baseURL: URL(string: "https://journey.test") ?? URL(fileURLWithPath: "/"), tokens: tokens, transport: transport,
      retries: RetryPolicy(random: { $0.upperBound }), time: time.source)
  }

  private func all(_ changes: JourneyChanges) async throws -> [JourneyChange] {
    var found: [JourneyChange] = []
    for try await change in changes { found.append(change) }
    return found
  }

  private func change(_ seq: Int, _ areas: String...) -> String {
    let names = areas.map { "\"\($0)\"" }.joined(separator: ",")
    return "id: \(seq)\nevent: change\ndata: {\"seq\":\(seq),\"areas\":[\(names)]}\n\n"
  }

  @Test("Returns changes in order, including unknown areas")
  func order() async throws {
    line.sends(": hello\n\n" + change(3), change(4, "reading") + change(5, "rucks", "moods"))
    let found = try await all(client().changes(after: 3))
    #expect(found.map(\.seq) == [3, 4, 5])
    #expect(found[2].areas == [.rucks, JourneyArea(rawValue: "moods")])
    let request = try #require(line.requests.first)
    #expect(request.url.absoluteString == "https://journey.test/api/v1/changes")
    #expect(request.headers["Accept"] == "text/event-stream" && request.headers["Last-Event-ID"] == "3")
  }

  @Test("Reconnects after the last event and ignores repeated events")
  func reconnects() async throws {
    line.sends(change(3), change(4, "reading"), "id: 5\nevent: chan")
    line.then { () throws(TransportFailure) in throw .interrupted }
    line.sends(change(4), change(7, "goals"))
    let found = try await all(client().changes())
    #expect(found.map(\.seq) == [3, 4, 7])
    #expect(line.requests.map { $0.headers["Last-Event-ID"] } == [nil, "4", "4", "7"])
  }

  @Test("Doubles the pauses up to a limit and respects retry and Retry-After")
  func pauses() async throws {
    for _ in 0..<7 { line.then { () throws(TransportFailure) in throw .offline } }
    line.refuses(503, ["Retry-After": "90"])
    line.sends("retry: 5000\n\n")
    _ = try await all(client().changes())
    #expect(time.slept.map(\.seconds) == [1, 2, 4, 8, 16, 30, 30, 120, 30])
  }

  @Test("A lasting connection resets the pauses, and jitter at most halves them")
  func pace() {
    var pace = ReconnectPace()
    #expect(pace.nextPause(serverAsksFor: nil) { $0.lowerBound } == 0.5)
    #expect(pace.nextPause(serverAsksFor: nil) { $0.lowerBound } == 1)
    pace.failures = 1_000
    #expect(pace.nextPause(serverAsksFor: nil) { $0.upperBound } == ReconnectPace.longestPauseSeconds)
    pace.firstPauseSeconds = 0
    pace.failures = 0
    #expect(pace.nextPause(serverAsksFor: nil) { $0.lowerBound } == 0.05)
  }

  @Test("Ends with an error that no retry can fix", arguments: [401, 403, 404])
  func ends(status: Int) async throws {
    line.sends(change(3))
    line.refuses(status)
    line.refuses(status)
    var iterator = client().changes().makeAsyncIterator()
    #expect(try await iterator.next()?.seq == 3)
    let expected: APIError = status == 401 ? .unauthorized : status == 403 ? .forbidden : .notFound
    await #expect(throws: expected) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("Refreshes a rejected token")
  func refreshed() async throws {
    line.refuses(401)
    line.sends(change(3))
    let tokens = AccessTokens { refused in refused == nil ? "old" : "new" }
    #expect(try await all(client(tokens: tokens).changes()).map(\.seq) == [3])
    #expect(line.requests.prefix(2).map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
  }

  @Test("Retries after the page of a captive portal")
  func captivePortal() async throws {
    line.sends("<html>", type: "text/html")
    line.sends(change(3))
    #expect(try await all(client().changes()).map(\.seq) == [3])
  }

  @Test("Ends with an error for an invalid change or an endless line")
  func nonsense() async throws {
    line.sends("event: change\ndata: {}\n\n")
    await #expect(throws: APIError.self) { try await all(client().changes()) }
    line.sends(String(repeating: "x", count: Limits.eventLineBytes + 1))
    await #expect(throws: APIError.decoding("an event of the stream exceeds the size limit")) {
      try await all(client().changes())
    }
  }

  @Test("Ignores events of other types")
  func otherEvents() async throws {
    line.sends("event: weather\ndata: sun\n\n" + change(3) + "data: x\n\n")
    #expect(try await all(client().changes()).map(\.seq) == [3])
  }

  /// A connection that stays open. Only the client has its body, so that the connection closes when the client lets go.
  private func staysOpen() -> (feed: AsyncThrowingStream<Data, any Error>.Continuation, closed: AsyncStream<Void>) {
    let (body, feed) = AsyncThrowingStream.makeStream(of: Data.self)
    let (closed, close) = AsyncStream.makeStream(of: Void.self)
    feed.onTermination = { _ in close.finish() }
    line.then { () throws(TransportFailure) in
      HTTPResponseStream(status: 200, headers: ["Content-Type": "text/event-stream"], body: body)
    }
    return (feed, closed)
  }

  @Test("Cancelling while waiting ends the sequence without an error and closes the connection")
  func cancelledWhileWaiting() async throws {
    let (feed, closed) = staysOpen()
    let (seen, see) = AsyncStream.makeStream(of: Int.self)
    let client = client()
    let listener = Task {
      for try await change in client.changes() { see.yield(change.seq) }
      return "ended"
    }
    feed.yield(Data(change(3).utf8))
    var watcher = seen.makeAsyncIterator()
    #expect(await watcher.next() == 3)
    listener.cancel()
    #expect(try await listener.value == "ended")
    for await _ in closed {}
    #expect(line.requests.count == 1)
  }

  @Test("Cancelling while a change is handled ends the sequence and closes the connection")
  func cancelledWhileHandling() async throws {
    let (feed, closed) = staysOpen()
    feed.yield(Data((change(3) + change(4)).utf8))
    let client = client()
    let listener = Task {
      var seen: [Int] = []
      for try await change in client.changes() {
        seen.append(change.seq)
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return seen
    }
    #expect(try await listener.value == [3])
    for await _ in closed {}
    #expect(line.requests.count == 1)
  }

  @Test("A change on another device makes cached values stale")
  func invalidates() async throws {
    let server = TestServer(time: time)
    let client = client()
    var ofBoth = client
    ofBoth.transport = server.transport
    let repository = ReadingJourneyRepository(client: ofBoth)
    _ = try await repository.fetchSummary()
    #expect(try await repository.fetchSummary().freshness == .cached)
    line.sends(change(3))
    _ = try await all(client.changes())
    #expect(try await repository.fetchSummary().freshness == .cached)
    line.sends(change(4, "listening"))
    _ = try await all(client.changes())
    #expect(try await repository.fetchSummary().freshness == .live)
  }
}
