public import CBOR

/// The server's side of one connection as an I/O-free value: it takes frames, responses and times, and returns actions.
///
/// `Work` is what the owner needs to cancel a call.
struct ServerConnection<Work> {
  struct InFlight {
    /// Distinguishes the call from an earlier one with the same id.
    var serial: UInt64
    var deadline: UInt64?
    var work: Work?
  }

  enum Action {
    case nothing
    /// Handle the call, then call `finish`.
    case start(call: UInt32, serial: UInt64, deadline: UInt64?, RequestView)
    /// Respond with this fault.
    case reject(call: UInt32, Fault)
    /// Respond with `cancelled`, and cancel the work.
    case stop(call: UInt32, Work?)
    case pong(call: UInt32)
    /// Send goaway with this reason, and close.
    case end(String)
    /// No call is in flight and the peer sends no more: close.
    case finished
  }

  private enum Phase {
    case open
    /// We have sent goaway.
    case draining
    case ended
  }

  private var phase = Phase.open
  private(set) var calls: CallTable<InFlight>
  private let maxInFlight: Int
  private var lastSerial: UInt64 = 0
  /// Calls that have their response although their work has not ended.
  private var leftovers = 0
  private var peerIsLeaving = false
  private(set) var peer: Hello?
  /// The largest frame that the peer accepts.
  private(set) var maxFrame = RPCLimits.frameBytes
  /// Whether `peer` is set, without copying its strings.
  private var isGreeted = false

  /// `seed` spreads the ids of calls, which the peer chooses.
  init(maxInFlight: Int = RPCLimits.callsInFlight, seed: UInt64 = .random(in: .min ... .max)) {
    self.maxInFlight = maxInFlight
    calls = CallTable(seed: seed)
  }

  var inFlight: Int { calls.count }
  /// Whether no call is in flight and none will come.
  var isFinished: Bool { calls.count == 0 && (phase == .draining || peerIsLeaving) }

  mutating func receive(_ frame: FrameView, now: UInt64) -> Action {
    guard phase != .ended else { return .nothing }
    guard isGreeted else { return greet(frame) }
    switch frame.kind {
    case .request: return request(frame, now)
    case .cancel: return cancel(frame)
    case .ping:
      guard frame.isNull else { return end("the payload of a ping must be null") }
      return .pong(call: frame.call)
    case .pong: return .nothing
    case .goaway:
      peerIsLeaving = true
      return calls.count == 0 ? .finished : .nothing
    case .hello: return end("duplicate hello")
    case .reply, .fault: return end("a \(frame.kind) for a call that was not made")
    }
  }

  private mutating func greet(_ frame: FrameView) -> Action {
    do throws(Fault) {
      let hello = try Hello.read(frame)
      peer = hello
      isGreeted = true
      maxFrame = min(RPCLimits.frameBytes, hello.maxFrame)
    } catch {
      return end(error.message)
    }
    return .nothing
  }

  private mutating func request(_ frame: FrameView, _ now: UInt64) -> Action {
    guard frame.call != 0 else { return end("a request with call 0") }
    guard !calls.contains(frame.call) else { return end("call \(frame.call) is in flight already") }
    guard phase == .open else {
      let fault = Fault(.unavailable, "the service is stopping; retry in a few seconds")
      return .reject(call: frame.call, fault)
    }
    guard calls.count < maxInFlight, calls.count + leftovers < maxInFlight * RPCLimits.leftoverFactor else {
      return .reject(call: frame.call, Fault(.overloaded, "more than \(maxInFlight) calls are in flight; retry later"))
    }
    let view: RequestView
    do throws(Fault) {
      view = try RequestView(frame)
    } catch {
      return .reject(call: frame.call, error)
    }
    if view.deadline == 0 { return .reject(call: frame.call, .deadlineExceeded) }
    let deadline = view.deadline.map { now + UInt64($0) * 1_000_000 }
    lastSerial += 1
    calls.insert(frame.call, InFlight(serial: lastSerial, deadline: deadline, work: nil))
    return .start(call: frame.call, serial: lastSerial, deadline: deadline, view)
  }

  private mutating func cancel(_ frame: FrameView) -> Action {
    guard frame.isNull else { return end("the payload of a cancel must be null") }
    // If the response has crossed the cancel, there is nothing to do.
    guard let entry = calls.remove(frame.call) else { return .nothing }
    leftovers += 1
    return .stop(call: frame.call, entry.work)
  }

  /// Ends the connection because of an error outside of its frames.
  mutating func end(_ reason: String) -> Action {
    phase = .ended
    return .end(reason.clipped())
  }

  /// Stores the work of a call, unless the call has ended.
  mutating func attach(_ work: Work, call: UInt32, serial: UInt64) {
    guard calls[call]?.serial == serial else { return }
    _ = calls.update(call) { $0.work = work }
  }

  /// Ends the work on a call. Returns whether its response must still be sent.
  mutating func finish(call: UInt32, serial: UInt64) -> Bool {
    guard calls.remove(call, where: { $0.serial == serial }) != nil else {
      leftovers -= 1
      return false
    }
    return phase != .ended
  }

  /// Removes and returns the calls whose deadline has passed. The owner responds and cancels their work.
  mutating func expire(now: UInt64) -> [(call: UInt32, work: Work?)] {
    var expired: [(UInt32, Work?)] = []
    for (call, entry) in calls.snapshot {
      guard let deadline = entry.deadline, deadline <= now else { continue }
      _ = calls.remove(call)
      leftovers += 1
      expired.append((call, entry.work))
    }
    return expired
  }

  /// When `expire` must be called next.
  var nextDeadline: UInt64? { calls.snapshot.compactMap(\.entry.deadline).min() }

  /// Takes no new calls from now on. Returns false if it was draining or had ended already.
  mutating func drain() -> Bool {
    guard phase == .open else { return false }
    phase = .draining
    return true
  }

  /// The peer has ended its output.
  mutating func peerEnded() {
    peerIsLeaving = true
  }

  /// Returns all work to cancel, because the connection is closed.
  mutating func abandon() -> [Work] {
    phase = .ended
    let all = calls.removeAll()
    leftovers += all.count
    return all.compactMap(\.entry.work)
  }
}

extension FrameView {
  var isNull: Bool { payload.count == 1 && payload[0] == 0xF6 }
}

extension Fault {
  static let deadlineExceeded = Fault(.deadlineExceeded, "the deadline has passed")
  @usableFromInline static let callerCancelled = Fault(.cancelled, "the call was cancelled")
}
