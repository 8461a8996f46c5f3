public import CBOR

/// The server's side of one connection as a value: frames, answers and the clock go in, what to do comes out.
///
/// `Work` is what the owner needs to stop a call that is no longer waited for.
struct ServerConnection<Work> {
  struct InFlight {
    /// Distinguishes this call from an earlier one with the same id.
    var serial: UInt64
    var deadline: UInt64?
    var work: Work?
  }

  enum Action {
    case nothing
    /// Work on it, and come back with `finish`.
    case start(call: UInt32, serial: UInt64, deadline: UInt64?, RequestView)
    /// The call has its answer already.
    case answer(call: UInt32, Fault)
    /// Answer `cancelled`, and stop the work.
    case stop(call: UInt32, Work?)
    case pong(call: UInt32)
    /// Say goaway with this reason, and close.
    case end(String)
    /// The peer wants nothing more, and everything is answered.
    case finished
  }

  private enum Phase {
    case open
    /// We have said goaway.
    case draining
    case ended
  }

  private var phase = Phase.open
  private(set) var calls: CallTable<InFlight>
  private let maxInFlight: Int
  private var lastSerial: UInt64 = 0
  /// Calls that were answered before their work had ended.
  private var leftovers = 0
  private var peerIsLeaving = false
  private(set) var peer: Hello?
  /// The greatest frame that the peer takes.
  private(set) var maxFrame = RPCLimits.frameBytes
  /// The same as whether there is a peer, without reading its texts.
  private var isGreeted = false

  /// `seed` spreads the ids of calls, which the peer chooses.
  init(maxInFlight: Int = RPCLimits.callsInFlight, seed: UInt64 = .random(in: .min ... .max)) {
    self.maxInFlight = maxInFlight
    calls = CallTable(seed: seed)
  }

  var inFlight: Int { calls.count }
  /// Nothing is owed, and nothing more will be asked.
  var isFinished: Bool { calls.count == 0 && (phase == .draining || peerIsLeaving) }

  mutating func receive(_ frame: FrameView, now: UInt64) -> Action {
    guard phase != .ended else { return .nothing }
    guard isGreeted else { return greet(frame) }
    switch frame.kind {
    case .request: return request(frame, now)
    case .cancel: return cancel(frame)
    case .ping:
      guard frame.isNull else { return end("a ping that carries something") }
      return .pong(call: frame.call)
    case .pong: return .nothing
    case .goaway:
      peerIsLeaving = true
      return calls.count == 0 ? .finished : .nothing
    case .hello: return end("a second hello")
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
    guard phase == .open else { return .answer(call: frame.call, Fault(.unavailable, "the service is stopping; retry in a few seconds")) }
    guard calls.count < maxInFlight, calls.count + leftovers < maxInFlight * RPCLimits.leftoverFactor else {
      return .answer(call: frame.call, Fault(.overloaded, "more than \(maxInFlight) calls in flight"))
    }
    let view: RequestView
    do throws(Fault) {
      view = try RequestView(frame)
    } catch {
      return .answer(call: frame.call, error)
    }
    if view.deadline == 0 { return .answer(call: frame.call, .deadlineExceeded) }
    let deadline = view.deadline.map { now + UInt64($0) * 1_000_000 }
    lastSerial += 1
    calls.insert(frame.call, InFlight(serial: lastSerial, deadline: deadline, work: nil))
    return .start(call: frame.call, serial: lastSerial, deadline: deadline, view)
  }

  private mutating func cancel(_ frame: FrameView) -> Action {
    guard frame.isNull else { return end("a cancel that carries something") }
    // The answer may have crossed the cancel: then there is nothing to do.
    guard let entry = calls.remove(frame.call) else { return .nothing }
    leftovers += 1
    return .stop(call: frame.call, entry.work)
  }

  /// What went wrong below the frames, or above: the last words of this connection.
  mutating func end(_ reason: String) -> Action {
    phase = .ended
    return .end(reason.clipped())
  }

  /// Remembers how to stop a call that goes on; one that has ended meanwhile needs no stopping.
  mutating func attach(_ work: Work, call: UInt32, serial: UInt64) {
    guard calls[call]?.serial == serial else { return }
    _ = calls.update(call) { $0.work = work }
  }

  /// The work on a call has ended: whether its answer is still owed.
  mutating func finish(call: UInt32, serial: UInt64) -> Bool {
    guard calls.remove(call, where: { $0.serial == serial }) != nil else {
      leftovers -= 1
      return false
    }
    return phase != .ended
  }

  /// The calls whose deadline has passed, which are to be answered so and stopped.
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

  /// When `expire` has something to do next.
  var nextDeadline: UInt64? { calls.snapshot.compactMap(\.entry.deadline).min() }

  /// No new calls from here on; false if that was said already.
  mutating func drain() -> Bool {
    guard phase == .open else { return false }
    phase = .draining
    return true
  }

  /// The peer's direction has ended.
  mutating func peerEnded() {
    peerIsLeaving = true
  }

  /// The connection is gone: everything that goes on is to be stopped.
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
