import Foundation
import Synchronization

@testable import WaymarkClient

/// An in-memory server of the API, with a network that a test can break.
final class TestServer: Sendable {
  /// A failure of the next request.
  enum Failure: Sendable {
    /// The request does not reach the server.
    case notDelivered(TransportFailure)
    /// The server handles the request, but its response is lost.
    case responseLost
    /// The given response is returned instead.
    case respond(HTTPResponse)
  }

  private struct State {
    var api: InMemoryAPI
    var isOffline = false
    var failures: [Failure] = []
    /// All requests, including those that were not delivered.
    var requests: [HTTPRequest] = []
    var gate: Gate?
    var responseGate: Gate?
  }

  let time: ManualTime
  private let state: Mutex<State>

  init(time: ManualTime = ManualTime(advancesOnSleep: true)) {
    self.time = time
    state = Mutex(State(api: InMemoryAPI()))
  }

  /// Everything that was sent, also what did not arrive.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var paths: [String] { requests.map { $0.url.path } }
  /// The requests as `POST rucks/batch`, relative to `/api/v1`.
  var calls: [String] { requests.map(ScriptedServer.call) }
  var sessions: [ListeningSession] { state.withLock { $0.api.allSessions } }

  func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }
  func failNext(_ failures: Failure...) { state.withLock { $0.failures += failures } }
  func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }
  /// Handles further requests at once, and holds their responses.
  func holdResponses(at gate: Gate?) { state.withLock { $0.responseGate = gate } }
  func addStory(_ id: String, seconds: Double = 600) { state.withLock { $0.api.addStory(id, seconds: seconds) } }
  func rejectBatches(containing start: Date) { state.withLock { $0.api.rejectedBatchStart = start } }
  /// Sets the body of all further responses to a call.
  func stub(_ call: String, status: Int = 200, _ body: String) {
    state.withLock { $0.api.stub(call, status == 204 ? HTTPResponse(status: 204) : .json(status, body)) }
  }
  func allow(token: String) { state.withLock { $0.api.token = token } }

  var transport: InMemoryTransport {
    InMemoryTransport { request throws(TransportFailure) in try await self.respond(to: request) }
  }

  func client(token: String = "t0", retries: RetryPolicy = RetryPolicy(random: { $0.upperBound })) -> WaymarkClient {
    WaymarkClient(
      baseURL: URL(string: "https://journey.test") ?? URL(fileURLWithPath: "/"), tokens: .fixed(token),
      transport: transport, retries: retries, time: time.source)
  }

  private func respond(to request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let (gate, responseGate, failure) = state.withLock { state in
      state.requests.append(request)
      let failure: Failure? =
        state.isOffline
        ? .notDelivered(.offline) : state.failures.isEmpty ? nil : state.failures.removeFirst()
      return (state.gate, state.responseGate, failure)
    }
    try await gate?.pass()
    switch failure {
    case .notDelivered(let failure): throw failure
    case .respond(let response): return response
    case .responseLost:
      _ = state.withLock { $0.api.respond(to: request, now: time.now) }
      throw .interrupted
    case nil:
      let response = state.withLock { $0.api.respond(to: request, now: time.now) }
      try await responseGate?.pass()
      return response
    }
  }
}

extension HTTPResponse {
  static func json(_ status: Int, _ text: String, _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    var response = HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
    response.headers["Content-Type"] = status < 400 ? "application/json" : "application/problem+json"
    return response
  }

  static func problem(_ status: Int, _ detail: String = "", _ headers: HTTPHeaders = [:]) -> HTTPResponse {
    json(status, #"{"type":"about:blank","title":"Problem","status":\#(status),"detail":"\#(detail)"}"#, headers)
  }
}

extension WaymarkClient {
  /// The client with a stream that reports one change of each area, and then rejects the token.
  func streaming(_ areas: [String]) -> WaymarkClient {
    let events = areas.enumerated().map { "data: {\"seq\":\($0),\"areas\":[\"\($1)\"]}\nevent: change\n\n" }
    let connections = Mutex(0)
    let plain = transport
    var client = self
    client.time.sleep = { _ in }
    client.transport = InMemoryTransport(
      { request throws(TransportFailure) in try await plain.send(request) },
      streams: { _ throws(TransportFailure) in
        let isFirst = connections.withLock { count in
          count += 1
          return count == 1
        }
        guard isFirst else { return HTTPResponseStream(status: 401, headers: [:], chunks: []) }
        return HTTPResponseStream(
          status: 200, headers: ["Content-Type": "text/event-stream"], chunks: [Data(events.joined().utf8)])
      })
    return client
  }
}
