import CBOR
import Loop

/// The client's side of one connection as an I/O-free value: it takes calls, frames and times, and returns actions.
///
/// `Pending` is what the owner stores for a call in flight.
struct ClientConnection<Pending> {
  enum Action {
    case nothing
    case opened(Hello)
    case complete(Pending, RawResponse)
    case pong(call: UInt32)
    /// The server takes no new calls: use another connection for those, and close this one when `isFinished`.
    case leaving(String)
    /// Send goaway with this reason, and close.
    case end(String)
  }

  /// The result of a check for a silent service.
  enum CheckFinding {
    /// No call is in flight: stop checking.
    case rest
    case nothing
    case ping
    /// These calls fail with `unavailable` and their responses are dropped. New calls fail until the service sends
    /// something.
    case silent([(call: UInt32, pending: Pending)])
  }

  private enum Phase {
    case greeting, open, leaving, ended
  }

  /// A call's id has the slot's turn in its upper 16 bits and the slot's number, from 1, in the lower 16, so a response
  /// is found without a search.
  private struct Slot {
    var turn: UInt32 = 0
    var isTaken = false
    /// Nil if the caller no longer waits but the response has not arrived.
    var pending: Pending?
    var deadline: UInt64?
  }

  private var phase = Phase.greeting
  private var slots: [Slot] = []
  private var free: [Int] = []
  private(set) var inFlight = 0
  private(set) var peer: Hello?
  private var silence = SilenceWatch()

  /// `isSilent`: the last connection to this service got no hello.
  init(isSilent: Bool = false) {
    if isSilent { silence.presumeSilent() }
  }

  var isSilent: Bool { silence.isSilent }

  var isOpen: Bool { phase == .open || phase == .greeting }
  var isFinished: Bool { inFlight == 0 && phase == .leaving }
  var maxFrame: Int { min(RPCLimits.frameBytes, peer?.maxFrame ?? RPCLimits.frameBytes) }
  private var maxInFlight: Int { min(RPCLimits.callsInFlight, peer?.maxInFlight ?? RPCLimits.callsInFlight) }

  /// Returns the id of a new call. Calls may be sent directly after the own hello.
  mutating func begin(_ pending: Pending, deadline: UInt64?) throws(Fault) -> UInt32 {
    guard isOpen else { throw Fault(.unavailable, "the service is stopping") }
    guard !silence.isSilent else { throw .silent }
    guard inFlight < maxInFlight else {
      throw Fault(.overloaded, "more than \(maxInFlight) calls are in flight; retry later")
    }
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
        return complete(frame.call, .fault(Fault(.internal, "the fault cannot be decoded: \(error.summary)")))
      }
    case .ping: return frame.isNull ? .pong(call: frame.call) : end("the payload of a ping must be null")
    case .pong: return .nothing
    case .goaway:
      phase = .leaving
      let goaway: Goaway? = try? CBORDecoder.decode(from: frame.payload)
      return .leaving(goaway?.reason.clipped() ?? "no reason given")
    case .hello: return end("duplicate hello")
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

  private mutating func complete(_ call: UInt32, _ response: RawResponse) -> Action {
    guard let index = index(of: call) else { return end("a response to call \(call), which is not in flight") }
    let pending = exchange(&slots[index].pending, with: nil)
    release(index)
    guard let pending else { return .nothing }
    return .complete(pending, response)
  }

  mutating func end(_ reason: String) -> Action {
    phase = .ended
    return .end(reason.clipped())
  }

  /// Removes a call that could not be sent.
  mutating func withdraw(_ call: UInt32) -> Pending? {
    guard let index = index(of: call) else { return nil }
    let pending = slots[index].pending
    release(index)
    return pending
  }

  /// Drops the response to a call whose caller no longer waits. The owner sends a cancel.
  mutating func abandon(_ call: UInt32) -> Pending? {
    guard let index = index(of: call) else { return nil }
    slots[index].deadline = nil
    return exchange(&slots[index].pending, with: nil)
  }

  /// Returns the calls whose deadline has passed, and drops their responses. They fail with `deadlineExceeded`.
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

  /// `lastReceived` is when the service last sent something.
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

  /// The service has sent something.
  mutating func receive() {
    silence.receive()
  }

  var nextDeadline: UInt64? { slots.compactMap(\.deadline).min() }

  /// Takes no new calls from now on.
  mutating func leave() {
    if isOpen { phase = .leaving }
  }

  /// Returns the calls in flight that match.
  func calls(where matches: (Pending) -> Bool) -> [UInt32] {
    slots.indices.filter { slots[$0].pending.map(matches) ?? false }.map(id(of:))
  }

  /// Returns all calls in flight of a closed connection.
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
  static let silent = Fault(.unavailable, "the service does not respond")
}
