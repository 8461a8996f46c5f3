import Proto
import Queueing

/// The way of users' calls to one service. What the service can have at once goes to it directly; the rest waits here,
/// in a line for each user, so that a user who asks for much waits behind themselves. Belongs to the edge's loop.
///
/// Calls are weighed in time: how long the service was busy with the last ones of their kind.
final class ServiceGate {
  /// What a user has in flight at a service.
  struct Load {
    var count = 0
    var nanoseconds = 0
  }

  /// How long a call may wait for its turn while more than `backlog` of work waits, in nanoseconds. Behind less it
  /// waits for slow calls of its own user, such as the first after a restart, and not because there is too much.
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
    /// Until when it may wait where much waits, and when its time is over altogether.
    let expiresAt: UInt64
    let deadline: UInt64
    var meta: CallMeta
    var argument: [UInt8]
    let completion: (RawAnswer) -> Void

    init(
      _ connection: HTTPConnection, _ route: Route, cost: Int, now: UInt64, most: UInt64, _ meta: CallMeta,
      _ argument: [UInt8], _ completion: @escaping (RawAnswer) -> Void
    ) {
      self.connection = connection
      serial = connection.serial
      self.route = route
      self.cost = cost
      deadline = now &+ UInt64(max(0, meta.deadline ?? Int(Limits.callMilliseconds))) &* 1_000_000
      expiresAt = min(deadline, now &+ most)
      self.meta = meta
      self.argument = argument
      self.completion = completion
    }

    /// The client has gone.
    var isGone: Bool { connection.isClosed || connection.serial != serial }
  }

  private static let late = Fault(.deadlineExceeded, "the call has waited too long for its turn")

  let upstream: any Upstream
  private let place: Int
  private let loop: Loop
  private let patience: Patience
  @exclusivity(unchecked) private var queue = FairQueue<Waiting>(quantum: Limits.gateQuantumNanoseconds)
  @exclusivity(unchecked) private var load = Load()
  @exclusivity(unchecked) private var lastDone: UInt64 = 0
  private var isPumping = false

  init(_ upstream: any Upstream, place: Int, loop: Loop, patience: Patience) {
    self.upstream = upstream
    self.patience = patience
    self.place = place
    self.loop = loop
    upstream.onRoom { [unowned self] in pump() }
  }

  var waiting: Int { queue.count }

  /// The completion must call `finished` first.
  func call(
    _ connection: HTTPConnection, _ route: Route, _ meta: CallMeta, _ argument: UnsafeRawBufferPointer,
    _ completion: @escaping (RawAnswer) -> Void
  ) {
    let cost = route.nanoseconds &+ argument.count &* Limits.nanosecondsPerByte
    if queue.isEmpty, isReady(connection.quota, route, cost, bytes: argument.count) {
      begin(connection, cost)
      return upstream.call(route.method, meta, argument, completion)
    }
    let waiting = Waiting(
      connection, route, cost: cost, now: loop.now, most: patience.wait, meta, Array(argument), completion)
    queue.add(waiting, of: connection.quota.name, cost: cost)
    connection.waitingCall = waiting
    if argument.count > Limits.smallBytes { connection.settle() }
    refuseExcess()
    pump()
  }

  /// An answer has come, or a fault in its place.
  func finished(_ connection: HTTPConnection, _ route: Route) {
    guard connection.sentAt != 0 else { return }
    let now = loop.now
    route.note(nanoseconds: Int(now &- max(connection.sentAt, lastDone)))
    lastDone = now
    load.count -= 1
    load.nanoseconds -= connection.sentCost
    connection.quota.finished(connection.sentCost, at: place)
    connection.sentAt = 0
    if !queue.isEmpty { pump() }
  }

  private func begin(_ connection: HTTPConnection, _ cost: Int) {
    connection.sentAt = loop.now
    connection.sentCost = cost
    load.count += 1
    load.nanoseconds += cost
    connection.quota.began(cost, at: place)
  }

  /// Whether the service can have one more call, and this user one more there. A few of each user go at once, whatever
  /// others have there: no user's calls keep another's away. Small writes share their commits, so many of them at
  /// once are good for all; SessionSvc has its own order for them.
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

  private func pump() {
    guard !isPumping, isOpen, !queue.isEmpty else { return }
    isPumping = true
    while let (next, _) = queue.takeFirst(where: isReady) {
      guard !next.isGone else { continue }
      next.connection.waitingCall = nil
      guard !isLate(next, loop.now) else {
        refuse(next, ServiceGate.late)
        continue
      }
      next.meta.deadline = Int((next.deadline - loop.now) / 1_000_000)
      begin(next.connection, next.cost)
      next.argument.withUnsafeBytes { upstream.call(next.route.method, next.meta, $0, next.completion) }
    }
    isPumping = false
  }

  /// What would wait too long is refused at once, of those who have most waiting.
  private func refuseExcess() {
    while queue.cost > Limits.queueNanoseconds, queue.count > 1, let (longest, _) = queue.takeFromLongest() {
      refuse(longest, Fault(.overloaded, "more is asked for than can be done"))
    }
  }

  private func isLate(_ call: Waiting, _ now: UInt64) -> Bool {
    now >= call.deadline || now >= call.expiresAt && queue.cost > patience.backlog
  }

  private func refuse(_ waiting: Waiting, _ fault: Fault) {
    waiting.connection.waitingCall = nil
    loop.soon { waiting.completion(.fault(fault)) }
  }

  /// Called at intervals: nothing waits past its deadline, or for a client that has gone.
  func tidy(now: UInt64) {
    guard !queue.isEmpty else { return }
    for waiting in queue.removeAll(where: { $0.isGone || isLate($0, now) }) where !waiting.isGone {
      refuse(waiting, ServiceGate.late)
    }
    pump()
  }
}
