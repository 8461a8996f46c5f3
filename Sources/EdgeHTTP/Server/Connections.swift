import Proto
import Service

/// All open connections of clients, and whether the edge is stopping. Belongs to the edge's loop.
final class Connections {
  private let loop: Loop
  private let metrics: EdgeMetrics
  private let limit: Int
  private let failedStarts: PacedWarning
  /// The failures of their requests.
  let failures: FailureLog
  private(set) var all: [HTTPConnection] = []
  private var timer: LoopTimer?
  private(set) var isStopping = false
  /// Whether requests that were in transit when the edge began to stop have had time to arrive.
  private(set) var isGraceOver = false
  /// New connections are no longer expected to send a request.
  private(set) var isPatienceOver = false

  init(loop: Loop, log: Log, metrics: EdgeMetrics, limit: Int) {
    self.loop = loop
    self.metrics = metrics
    self.limit = limit
    failedStarts = PacedWarning("a connection could not be accepted", log: log, loop: loop)
    failures = FailureLog(log: log, loop: loop)
  }

  var count: Int { all.count }
  var isFull: Bool { all.count >= limit }

  /// Starts to read. `check` is called at intervals while there is a connection, and returns whether it must be called
  /// again anyway.
  func add(_ connection: HTTPConnection, check: @escaping () -> Bool) {
    do throws(SystemError) {
      try connection.stream.start(connection)
    } catch {
      return failedStarts.note("\(error)")
    }
    connection.move(to: all.count)
    all.append(connection)
    metrics.opened()
    if timer == nil { tick(check) }
  }

  func remove(_ connection: HTTPConnection) {
    let last = all.count - 1
    guard connection.place <= last, all[connection.place] === connection else { return }
    all[connection.place] = all[last]
    all[connection.place].move(to: connection.place)
    all.removeLast()
    metrics.closed()
  }

  private func tick(_ check: @escaping () -> Bool) {
    timer = loop.schedule(afterMilliseconds: Int(Limits.tickMilliseconds)) { [weak self] in
      let isNeeded = check()
      guard let self else { return }
      timer = nil
      if isNeeded || !all.isEmpty { tick(check) }
    }
  }

  /// Closes what has waited too long.
  func check(now: UInt64) {
    for connection in all { connection.check(now: now) }
  }

  /// Answers requests that have arrived or are in transit, with `Connection: close`, and then closes idle connections.
  func stop() {
    isStopping = true
    loop.schedule(afterMilliseconds: Limits.graceMilliseconds) { [self] in
      isGraceOver = true
      for connection in all { connection.drain() }
    }
    loop.schedule(afterMilliseconds: Limits.patienceMilliseconds) { [self] in
      isPatienceOver = true
      for connection in all { connection.drain() }
    }
  }

  /// The work that keeps the process from ending: the requests in flight, during the grace time at least 1, and
  /// afterwards all connections that are not abandoned.
  var unfinished: Int {
    guard isStopping else { return metrics.inFlight }
    return isGraceOver ? all.count { !$0.state.isAbandoned } : max(1, metrics.inFlight)
  }
}
