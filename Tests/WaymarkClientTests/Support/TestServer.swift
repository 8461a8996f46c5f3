import Foundation
import Synchronization

@testable import WaymarkClient

/// A server in memory that keeps the contract, behind a network that a test can spoil.
final class TestServer: Sendable {
  enum Disturbance: Sendable {
    /// The request does not arrive.
    case lost(TransportFailure)
    /// The request is worked on, and the answer gets lost.
    case answerLost
    /// Another server answers.
    case answers(HTTPResponse)
  }

  private struct State {
    var world: ContractWorld
    var isOffline = false
    var disturbances: [Disturbance] = []
    var requests: [HTTPRequest] = []
    var gate: Gate?
  }

  let time: ManualTime
  private let state: Mutex<State>

  init(time: ManualTime = ManualTime(flies: true)) {
    self.time = time
    state = Mutex(State(world: ContractWorld()))
  }

  /// Everything that was sent, also what did not arrive.
  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var paths: [String] { requests.map { $0.url.path } }
  var sessions: [ListeningSession] { state.withLock { $0.world.allSessions } }

  func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }
  func disturb(_ disturbances: Disturbance...) { state.withLock { $0.disturbances += disturbances } }
  func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }
  func addStory(_ id: String, seconds: Double = 600) { state.withLock { $0.world.addStory(id, seconds: seconds) } }
  func refuseBatches(holding start: Date) { state.withLock { $0.world.spoilsBatch = start } }
  /// Each such call from now on gets this body.
  func writeOut(_ call: String, status: Int = 200, _ body: String) {
    state.withLock { $0.world.writeOut(call, status == 204 ? HTTPResponse(status: 204) : .json(status, body)) }
  }
  func allow(token: String) { state.withLock { $0.world.token = token } }

  var transport: InMemoryTransport {
    InMemoryTransport { request throws(TransportFailure) in try await self.answer(request) }
  }

  func client(token: String = "t0", retries: RetryPolicy = RetryPolicy(random: { $0.upperBound })) -> WaymarkClient {
    WaymarkClient(
      baseURL: URL(string: "https://journey.test") ?? URL(fileURLWithPath: "/"), tokens: .fixed(token),
      transport: transport, retries: retries, time: time.source)
  }

  private func answer(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    let (gate, disturbance) = state.withLock { state in
      state.requests.append(request)
      let disturbance: Disturbance? =
        state.isOffline
        ? .lost(.offline) : state.disturbances.isEmpty ? nil : state.disturbances.removeFirst()
      return (state.gate, disturbance)
    }
    try await gate?.pass()
    switch disturbance {
    case .lost(let failure): throw failure
    case .answers(let response): return response
    case .answerLost:
      _ = state.withLock { $0.world.answer(request, now: time.now) }
      throw .interrupted
    case nil:
      return state.withLock { $0.world.answer(request, now: time.now) }
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
