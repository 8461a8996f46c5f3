import Proto
import Queueing

/// Sends users' calls to one service. As many as the service can do at once are sent directly; the rest waits here, in
/// one queue per user, so that a user with many calls waits only for their own. Belongs to the edge's loop.
///
/// The cost of a call is the time that the service needed for the last calls of its kind.
final class ServiceGate {
  /// The calls in flight at a service, of one user or of all.
  struct Load {
    private(set) var count = 0
    private(set) var nanoseconds = 0

    mutating func add(_ nanoseconds: Int) {
      count += 1
      self.nanoseconds += nanoseconds
    }

    mutating func remove(_ nanoseconds: Int) {
      count -= 1
      self.nanoseconds -= nanoseconds
    }
  }

  /// The nanoseconds that a call may wait if other users have more than `backlog` nanoseconds of waiting work. If they
  /// have less, the call waits until its deadline for calls of the same user, such as a burst of batches.
  struct Patience {
    var wait = Limits.waitNanoseconds
    var backlog = Limits.backlogNanoseconds
  }

  /// A call that waits for its turn.
  final class Waiting {
    let connection: HTTPConnection
    let serial: UInt64
    let route: Route
    let cost: Int
    /// When it is rejected if much work of other users waits.
    let expiresAt: UInt64
    /// When it is rejected in any case.
    let deadline: UInt64
    private var meta: CallMeta
    private(set) var argument: [UInt8]
    let completion: (RawResponse) -> Void

    init(
      _ connection: HTTPConnection, _ route: Route, cost: Int, now: UInt64, patience: UInt64, _ meta: CallMeta,
      _ argument: [UInt8], _ completion: @escaping (RawResponse) -> Void
    ) {
      self.connection = connection
      serial = connection.serial
      self.route = route
      self.cost = cost
      deadline = now &+ UInt64(max(0, meta.deadline ?? Int(Limits.callMilliseconds))) &* 1_000_000
      expiresAt = min(deadline, now &+ patience)
      self.meta = meta
      self.argument = argument
      self.completion = completion
    }

    /// The client has gone.
    var isGone: Bool { !connection.isCurrent(serial) }

    func discardArgument() { argument = [] }

    func send(to upstream: any Upstream, now: UInt64) {
      meta.deadline = Int((deadline - now) / 1_000_000)
      argument.withUnsafeBytes { upstream.call(route.method, meta, $0, completion) }
    }
  }

  private static let late = Fault(.deadlineExceeded, "the call has waited too long for its turn; retry later")
  private static let excess = Fault(.overloaded, "too many calls are waiting; retry later")

  let upstream: any Upstream
  private let place: Int
  private let loop: Loop
  private let patience: Patience
  private let rejections: Rejections
  private var queue = FairQueue<Waiting>(quantum: Limits.gateQuantumNanoseconds)
  private var hasWaiting = false
  private var load = Load()
  private var lastEnd: UInt64 = 0
  private var isSending = false

  init(_ upstream: any Upstream, place: Int, loop: Loop, patience: Patience, rejections: Rejections) {
    self.upstream = upstream
    self.patience = patience
    self.place = place
    self.loop = loop
    self.rejections = rejections
    upstream.onRoom { [unowned self] in sendWaiting() }
  }

  var waiting: Int { queue.count }

  /// The completion must call `finished` first.
  func call(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawResponse) -> Void
  ) {
    let cost = route.nanoseconds &+ argument.count &* Limits.nanosecondsPerByte
    if !hasWaiting, isReady(connection.quota, route, cost, bytes: argument.count) {
      start(connection, cost)
      return upstream.call(route.method, meta, argument, completion)
    }
    let waiting = Waiting(
      connection, route, cost: cost, now: loop.now, patience: patience.wait, meta, Array(argument), completion)
    queue.add(waiting, of: connection.quota.name, cost: cost)
    hasWaiting = true
    connection.callWaits(waiting)
    if argument.count > Limits.smallBytes { connection.settle() }
    rejectExcess()
    sendWaiting()
  }

  /// The service has replied, or the call has failed.
  func finished(_ connection: HTTPConnection, _ route: Route) {
    let call = connection.call
    guard call.isInFlight else { return }
    let now = loop.now
    route.noteCall(nanoseconds: Int(now &- max(call.sentAt, lastEnd)))
    lastEnd = now
    load.remove(call.cost)
    connection.callEnded(at: place)
    if hasWaiting { sendWaiting() }
  }

  private func start(_ connection: HTTPConnection, _ cost: Int) {
    load.add(cost)
    connection.callStarted(now: loop.now, cost: cost, at: place)
  }

  /// Returns whether the service and the user may each have one more call in flight. A few calls of each user are sent
  /// in any case, so no user keeps another out. Concurrent small writes share a commit, which is good for all;
  /// SessionSvc orders them itself.
  private func isReady(_ quota: Quota, _ route: Route, _ cost: Int, bytes: Int) -> Bool {
    guard isOpen else { return false }
    let own = quota.loads[place]
    guard own.count < Limits.callsOfUser else { return false }
    if route.isRead || bytes > Limits.smallBytes {
      return own.count < Limits.callsAtOnce
        || own.nanoseconds + cost <= Limits.userNanoseconds && load.nanoseconds + cost <= Limits.allNanoseconds
    }
    return own.count < Limits.smallWritesAtOnce
      || own.nanoseconds + cost <= Limits.smallWritesUserNanoseconds
        && load.nanoseconds + cost <= Limits.smallWritesAllNanoseconds
  }

  private func isReady(_ call: Waiting) -> Bool {
    call.isGone || isReady(call.connection.quota, call.route, call.cost, bytes: call.argument.count)
  }

  private var isOpen: Bool { load.count < Limits.callsInFlight && upstream.unsentBytes <= Limits.unsentCallBytes }

  private func sendWaiting() {
    guard !isSending, isOpen, hasWaiting else { return }
    isSending = true
    while let (next, _) = queue.takeFirst(where: isReady) {
      guard !next.isGone else { continue }
      let now = loop.now
      guard !isLate(next, now, others: { queue.cost - queue.cost(of: next.connection.quota.name) }) else {
        reject(next, .callWait, ServiceGate.late)
        continue
      }
      start(next.connection, next.cost)
      next.send(to: upstream, now: now)
    }
    hasWaiting = !queue.isEmpty
    isSending = false
  }

  /// Rejects calls that would wait too long, of the users with the most waiting. One user alone may have more waiting:
  /// users take turns, so that it delays no other.
  private func rejectExcess() {
    while queue.cost > Limits.queueNanoseconds, queue.count > 1 {
      let longest = queue.longestCost
      guard queue.cost - longest > Limits.queueNanoseconds || longest > Limits.userQueueNanoseconds,
        let (call, _) = queue.takeFromLongest()
      else { return }
      reject(call, .callBacklog, ServiceGate.excess)
    }
  }

  /// `others` is the waiting work of other users.
  private func isLate(_ call: Waiting, _ now: UInt64, others: () -> Int) -> Bool {
    now >= call.deadline || now >= call.expiresAt && others() > patience.backlog
  }

  private func reject(_ waiting: Waiting, _ limit: AdmissionLimit, _ fault: Fault) {
    waiting.connection.callRejected()
    rejections.note(limit, request: waiting.connection.requestID)
    loop.soon { waiting.completion(.fault(fault)) }
  }

  /// Called at intervals: removes calls that are late or whose client has gone.
  func tidy(now: UInt64) {
    guard !queue.isEmpty else { return }
    let removed = queue.removeAll { call, others in call.isGone || isLate(call, now) { others } }
    for waiting in removed where !waiting.isGone {
      reject(waiting, .callWait, ServiceGate.late)
    }
    hasWaiting = !queue.isEmpty
    sendWaiting()
  }
}
