import Proto

@testable import EdgeHTTP

/// Plays the owner of an `HTTPConnectionState` with made-up times and no socket. Each step returns the state's action.
struct ConnectionTranscript {
  /// The owner's decision when a head is complete.
  enum Decision {
    case later, admit, upload
  }

  var state: HTTPConnectionState
  var decision: Decision
  /// The client does not read its responses.
  var isOutputFull = false
  private(set) var now: UInt64
  private var unread: [UInt8] = []

  init(_ decision: Decision = .admit) {
    self.decision = decision
    now = 1_000_000_000
    state = HTTPConnectionState(now: now)
  }

  mutating func advance(seconds: Double) { now += UInt64(seconds * 1_000_000_000) }

  // Bytes.

  mutating func receive(_ text: String) -> [String] { receive([UInt8](text.utf8)) }

  mutating func receive(_ bytes: [UInt8]) -> [String] {
    unread += bytes
    return state.input.isPaused ? [] : deliver()
  }

  mutating func end() -> [String] {
    state.endInput()
    return endIfDone()
  }

  private mutating func deliver() -> [String] {
    var lines: [String] = []
    var consumed = 0
    state.beginReceiving()
    while consumed < unread.count, !state.isClosed, !state.isTurnOver {
      let rest = Array(unread[consumed...])
      let (taken, action) = state.receive(rest.span, now: now, isOutputFull: isOutputFull)
      consumed += taken
      let (more, goesOn) = carryOut(action, rest, taken)
      lines += more
      guard goesOn else { break }
    }
    unread.removeFirst(consumed)
    if state.endReceiving(unread: unread.count) { lines.append("pause") }
    return lines + endIfDone() + held()
  }

  private mutating func endIfDone() -> [String] {
    let action = state.endIfDone()
    return carryOut(action, [], 0).lines
  }

  private mutating func held() -> [String] {
    state.takeHeldResponse().map { ["\($0.status)"] } ?? []
  }

  private mutating func carryOut(
    _ action: HTTPConnectionState.Action, _ bytes: [UInt8], _ taken: Int
  ) -> (lines: [String], goesOn: Bool) {
    switch action {
    case .wait: return ([], false)
    case .proceed: return ([], true)
    case .pause: return (["pause"], false)
    case .decide:
      let head = state.head
      let line = "decide \(head.verb.text) " + String(decoding: bytes[head.path], as: UTF8.self)
      return ([line] + decide(), true)
    case .reserve(let count):
      state.awaitMemory(for: .chunks, now: now)
      return (["reserve \(count)"], false)
    case .requestTurn(let count): return (["turn \(count)"], false)
    case .dispatch(let length): return (["dispatch " + String(decoding: bytes[..<length], as: UTF8.self)], true)
    case .dispatchChunks: return (["dispatch " + String(decoding: state.takeContent(), as: UTF8.self)], true)
    case .write(let count, let isLast):
      return (["write " + String(decoding: bytes[..<count], as: UTF8.self) + (isLast ? " last" : "")], true)
    case .writeChunks(let isLast):
      return (["write " + String(decoding: state.takeContent(), as: UTF8.self) + (isLast ? " last" : "")], isLast)
    case .endRequest:
      let lines = held()
      return (lines + (state.endRequest(now: now) ? [] : ["close"]), true)
    case .respondAndClose: return (held() + ["finish"], true)
    case .reject(let rejection):
      _ = state.beginRejection(now: now)
      return (["reject \(rejection.status)"] + respond(rejection.status), true)
    case .rejectForMemory: return (["memory"] + respond(503), false)
    case .comment: return (["comment"], false)
    case .endStream: return (["end stream"], false)
    case .finish: return (["finish"], false)
    case .close: return (["close"], false)
    }
  }

  private mutating func decide() -> [String] {
    switch decision {
    case .later: return []
    case .upload:
      state.beginFile(now: now)
      return []
    case .admit:
      guard state.head.hasBody else {
        state.beginResponding()
        return ["dispatch"]
      }
      state.beginBody(now: now)
      return state.head.expectsContinue ? ["continue"] : []
    }
  }

  /// The decision that came later.
  mutating func admit() -> [String] {
    decision = .admit
    let lines = decide()
    return lines + resume()
  }

  mutating func resume() -> [String] {
    guard !state.input.isReceiving else { return [] }
    guard state.resume(), state.input.hasUnread else { return endIfDone() }
    return deliver()
  }

  // Responses.

  mutating func respond(_ status: Int = 200, isStopping: Bool = false) -> [String] {
    switch state.beginResponse(isStopping: isStopping, now: now) {
    case .never: return ["never"]
    case .now:
      guard state.endRequest(now: now) else { return ["\(status)", "close"] }
      return ["\(status)"] + resume()
    case .beforeBody: return ["\(status)"] + resume()
    case .afterBody:
      state.hold(.empty(status))
      return resume()
    }
  }

  // Events.

  mutating func tick() -> [String] {
    let action = state.expire(now: now)
    return carryOut(action, [], 0).lines
  }

  mutating func drain(isPatienceOver: Bool = false, isIdle: Bool = true) -> [String] {
    let action = state.drain(isPatienceOver: isPatienceOver, isIdle: isIdle)
    return carryOut(action, [], 0).lines
  }

  mutating func evict(pendingBytes: Int = 0) -> [String] {
    let action = state.evict(pendingBytes: pendingBytes)
    return carryOut(action, [], 0).lines
  }

  mutating func grantMemory() -> [String] { state.grantMemory(now: now) == nil ? ["nothing"] : resume() }

  mutating func grantTurn() -> [String] {
    let action = state.grantTurn()
    let lines = carryOut(action, [], 0).lines
    return lines + resume()
  }
}
