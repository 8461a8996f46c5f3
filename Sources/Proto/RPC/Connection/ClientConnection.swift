import CBOR
import Loop

/// The client's side of one connection as a value: calls, frames and the clock go in, what to do comes out.
///
/// `Pending` is what the owner keeps of a call until its answer.
struct ClientConnection<Pending> {
  enum Action {
    case nothing
    case opened(Hello)
    case complete(Pending, RawAnswer)
    case pong(call: UInt32)
    /// The server takes no new calls: use another connection for those, and close this one when it is finished.
    case leaving(String)
    /// Say goaway with this reason, and close.
    case end(String)
  }

  /// What a check for a silent service leads to.
  enum CheckFinding {
    /// No call waits for this service: stop checking.
    case rest
    case nothing
    case ping
    /// These callers get `unavailable`, their answers will be dropped, and nothing is asked until it sends something.
    case silent([(call: UInt32, pending: Pending)])
  }

  private enum Phase {
    case greeting, open, leaving, ended
  }

  /// A call's id is its slot, from 1, with the slot's turn above it: an answer is found without a search.
  private struct Slot {
    var turn: UInt32 = 0
    var isTaken = false
    /// Nil where the caller no longer waits, and the answer is still to come.
    var pending: Pending?
    var deadline: UInt64?
  }

  private var phase = Phase.greeting
  private var slots: [Slot] = []
  private var free: [Int] = []
  private(set) var inFlight = 0
  private(set) var peer: Hello?
  private var silence = SilenceWatch()

  /// `isSilent`: the last connection to this service never got a word from it.
  init(isSilent: Bool = false) {
    if isSilent { silence.presumeSilent() }
  }

  var isSilent: Bool { silence.isSilent }

  var isOpen: Bool { phase == .open || phase == .greeting }
  var isFinished: Bool { inFlight == 0 && phase == .leaving }
  var maxFrame: Int { min(RPCLimits.frameBytes, peer?.maxFrame ?? RPCLimits.frameBytes) }
  private var maxInFlight: Int { min(RPCLimits.callsInFlight, peer?.maxInFlight ?? RPCLimits.callsInFlight) }

  /// The id of a new call; calls may follow our own hello at once.
  mutating func begin(_ pending: Pending, deadline: UInt64?) throws(Fault) -> UInt32 {
    guard isOpen else { throw Fault(.unavailable, "the service is stopping") }
    guard !silence.isSilent else { throw .silent }
    guard inFlight < maxInFlight else { throw Fault(.overloaded, "more than \(maxInFlight) calls in flight") }
    let index: Int
    if let last = free.popLast() {
      index = last
    } else {
      index = slots.count
      slots.append(Slot())
    }
    inFlight += 1
    slots[index].isTaken = true
    slots[index].pending = pending
    slots[index].deadline = deadline
    return id(of: index)
  }

  mutating func receive(_ frame: FrameView) -> Action {
    switch phase {
    case .ended: return .nothing
    case .greeting where frame.kind != .goaway: return greet(frame)
    case .greeting, .open, .leaving: break
    }
    switch frame.kind {
    case .reply: return complete(frame.call, .reply(frame.payload, isValid: frame.isValid))
    case .fault:
      do throws(Fault) {
        return complete(frame.call, .fault(try CBORDecoder.decode(from: frame.payload)))
      } catch {
        return complete(frame.call, .fault(Fault(.internal, "a fault that cannot be read: \(error.summary)")))
      }
    case .ping: return frame.isNull ? .pong(call: frame.call) : end("a ping that carries something")
    case .pong: return .nothing
    case .goaway:
      phase = .leaving
      let goaway: Goaway? = try? CBORDecoder.decode(from: frame.payload)
      return .leaving(goaway?.reason.clipped() ?? "no reason given")
    case .hello: return end("a second hello")
    case .request, .cancel: return end("a \(frame.kind) from a service")
    }
  }

  private mutating func greet(_ frame: FrameView) -> Action {
    do throws(Fault) {
      let hello = try Hello.read(frame)
      peer = hello
      phase = .open
      return .opened(hello)
    } catch {
      return end(error.message)
    }
  }

  private mutating func complete(_ call: UInt32, _ answer: RawAnswer) -> Action {
    guard let index = index(of: call) else { return end("an answer to call \(call), which is not in flight") }
    let pending = exchange(&slots[index].pending, with: nil)
    release(index)
    guard let pending else { return .nothing }
    return .complete(pending, answer)
  }

  mutating func end(_ reason: String) -> Action {
    phase = .ended
    return .end(reason.clipped())
  }

  /// A call that could not be sent after all.
  mutating func withdraw(_ call: UInt32) -> Pending? {
    guard let index = index(of: call) else { return nil }
    let pending = slots[index].pending
    release(index)
    return pending
  }

  /// The caller no longer waits for this call: a cancel is to be sent, and the answer will be dropped.
  mutating func abandon(_ call: UInt32) -> Pending? {
    guard let index = index(of: call) else { return nil }
    slots[index].deadline = nil
    return exchange(&slots[index].pending, with: nil)
  }

  /// The calls whose deadline has passed: their callers get `deadlineExceeded`, the answers will be dropped.
  mutating func expire(now: UInt64) -> [(call: UInt32, pending: Pending)] {
    giveUp { $0.deadline.map { $0 <= now } ?? false }
  }

  private mutating func giveUp(where isMeant: (Slot) -> Bool) -> [(call: UInt32, pending: Pending)] {
    var given: [(UInt32, Pending)] = []
    for index in slots.indices where slots[index].isTaken && isMeant(slots[index]) {
      slots[index].deadline = nil
      if let pending = exchange(&slots[index].pending, with: nil) { given.append((id(of: index), pending)) }
    }
    return given
  }

  /// `lastReceived` is when anything last came.
  mutating func check(lastReceived: UInt64) -> CheckFinding {
    guard inFlight > 0, !silence.isSilent else {
      silence.rest(lastReceived: lastReceived)
      return .rest
    }
    switch silence.check(lastReceived: lastReceived) {
    case .nothing: return .nothing
    case .ping: return .ping
    case .silent: return .silent(giveUp(where: { _ in true }))
    }
  }

  /// Something came.
  mutating func receive() {
    silence.receive()
  }

  var nextDeadline: UInt64? { slots.compactMap(\.deadline).min() }

  /// No new calls from here on.
  mutating func leave() {
    if isOpen { phase = .leaving }
  }

  /// The calls that wait, as `matches` likes them.
  func calls(where matches: (Pending) -> Bool) -> [UInt32] {
    slots.indices.filter { slots[$0].pending.map(matches) ?? false }.map(id(of:))
  }

  /// The connection is gone: all calls that wait for an answer.
  mutating func abandonAll() -> [Pending] {
    phase = .ended
    let waiting = slots.compactMap(\.pending)
    slots = []
    free = []
    inFlight = 0
    return waiting
  }

  private func id(of index: Int) -> UInt32 {
    slots[index].turn << 16 | UInt32(index + 1)
  }

  private func index(of call: UInt32) -> Int? {
    let index = Int(call & 0xFFFF) - 1
    guard index >= 0, index < slots.count, slots[index].isTaken, slots[index].turn == call >> 16 else { return nil }
    return index
  }

  private mutating func release(_ index: Int) {
    slots[index].isTaken = false
    slots[index].pending = nil
    slots[index].deadline = nil
    slots[index].turn = (slots[index].turn + 1) & 0xFFFF
    free.append(index)
    inFlight -= 1
  }
}

extension Fault {
  static let silent = Fault(.unavailable, "the service does not answer")
}
