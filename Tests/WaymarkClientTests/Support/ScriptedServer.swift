import Foundation
import Synchronization

@testable import WaymarkClient

/// A server whose responses a test computes in a closure, with a network that can be offline.
final class ScriptedServer: Sendable {
  typealias Script = @Sendable (HTTPRequest) -> HTTPResponse

  private struct State {
    var isOffline = false
    var lostResponses = 0
    var requests: [HTTPRequest] = []
    var script: Script
  }

  let time: ManualTime
  private let state: Mutex<State>

  init(time: ManualTime = ManualTime(advancesOnSleep: true), _ script: @escaping Script) {
    self.time = time
    state = Mutex(State(script: script))
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  /// The requests as `POST rucks/batch`, relative to `/api/v1`.
  var calls: [String] { requests.map(Self.call) }

  func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }
  /// Loses the next responses after the server has handled the requests.
  func loseResponses(_ count: Int) { state.withLock { $0.lostResponses = count } }
  func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

  func client(retries: RetryPolicy = .none, tokens: AccessTokens = .fixed("t0")) -> WaymarkClient {
    let transport = InMemoryTransport { request throws(TransportFailure) in try self.respond(to: request) }
    return WaymarkClient(
      baseURL: URL(string: "https://journey.test") ?? URL(fileURLWithPath: "/"), tokens: tokens, transport: transport,
      retries: retries, time: time.source)
  }

  static func call(_ request: HTTPRequest) -> String {
    "\(request.method.rawValue) \(request.url.path.split(separator: "/").dropFirst(2).joined(separator: "/"))"
  }

  private func respond(to request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
    let (isOffline, isLost, script) = state.withLock { state in
      state.requests.append(request)
      let isLost = !state.isOffline && state.lostResponses > 0
      if isLost { state.lostResponses -= 1 }
      return (state.isOffline, isLost, state.script)
    }
    if isOffline { throw .offline }
    let response = script(request)
    if isLost { throw .interrupted }
    return response
  }
}

/// A server for batches that remembers its responses by idempotency key.
final class BatchServer: Sendable {
  private struct State {
    var stored: [String: [String]] = [:]
    var replies: [String: (body: Data, response: HTTPResponse)] = [:]
    var rejected: Set<String> = []
    var status = 200
  }

  private let state = Mutex(State())

  /// The stored items by call, repeated if they were stored repeatedly.
  var stored: [String: [String]] { state.withLock { $0.stored } }

  func reject(_ part: String) { _ = state.withLock { $0.rejected.insert(part) } }
  func acceptAll() { state.withLock { $0.rejected = [] } }
  /// Sets the status of all further items.
  func setStatus(_ status: Int) { state.withLock { $0.status = status } }

  var script: ScriptedServer.Script {
    { request in self.state.withLock { Self.respond(to: request, &$0) } }
  }

  private static func respond(to request: HTTPRequest, _ state: inout State) -> HTTPResponse {
    let call = ScriptedServer.call(request)
    let body = request.body ?? Data()
    if let key = request.headers["Idempotency-Key"], let known = state.replies[key] {
      return known.body == body ? known.response : .problem(422, "The key was used for another body")
    }
    let members = (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
    let items = (members["rucks"] ?? members["sessions"]) as? [[String: Any]] ?? []
    let results = items.map { item in
      let text = "\(item["workId"] ?? item["storyId"] ?? "ruck") \(item["startedAt"] ?? "")"
      if state.rejected.contains(where: text.contains) {
        return #"{"status":422,"error":{"status":422,"errors":[{"field":"workId","message":"is not known"}]}}"#
      }
      if state.status == 200 { state.stored[call, default: []].append(text) }
      return #"{"status":\#(state.status)}"#
    }
    let response = HTTPResponse.json(200, #"{"results":[\#(results.joined(separator: ","))]}"#)
    if let key = request.headers["Idempotency-Key"] { state.replies[key] = (body, response) }
    return response
  }
}
