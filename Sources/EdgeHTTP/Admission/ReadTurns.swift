import Proto
import Queueing

/// Decides which connection is read from next. If more connections have sent something than one turn of the loop can
/// handle, they are read per user in turn: the connections of a busy user wait for each other, and no others do.
final class ReadTurns {
  /// The work done in the current turn of the loop.
  private struct Turn {
    var time: UInt64 = 0
    var reads = 0
    var responseBytes = 0
    var bodyBytes = 0

    var isFull: Bool { reads >= Limits.readsPerTurn || responseBytes >= Limits.responseBytesPerTurn }

    @inline(__always)
    mutating func enter(_ now: UInt64) {
      if now != time { self = Turn(time: now) }
    }
  }

  private let loop: Loop
  @exclusivity(unchecked) private var turn = Turn()
  private var reads = FairQueue<HTTPConnection>(quantum: 1)
  private var bodies = FairQueue<(connection: HTTPConnection, serial: UInt64)>(quantum: Limits.bodyBytesPerTurn)
  private var hasWaitingReads = false
  private var areReadsScheduled = false
  private var areBodiesScheduled = false

  init(loop: Loop) {
    self.loop = loop
  }

  /// Returns whether the connection may be read from now; otherwise it is read in its turn.
  @inline(__always)
  func mayRead(_ connection: HTTPConnection) -> Bool {
    turn.enter(loop.now)
    guard !hasWaitingReads, !turn.isFull else {
      readLater(connection)
      return false
    }
    turn.reads += 1
    return true
  }

  var isIdle: Bool { reads.isEmpty }

  func noteResponse(bytes: Int) { turn.responseBytes += bytes }

  private func readLater(_ connection: HTTPConnection) {
    reads.add(connection, of: connection.quota.name, cost: 1)
    hasWaitingReads = true
    if !areReadsScheduled { scheduleReads() }
  }

  private func scheduleReads() {
    areReadsScheduled = true
    loop.schedule(afterMilliseconds: 0) { [self] in
      turn.enter(loop.now)
      let end = loop.nanoseconds + Limits.readNanosecondsPerTurn
      while turn.responseBytes < Limits.responseBytesPerTurn, let next = reads.takeFirst() {
        hasWaitingReads = !reads.isEmpty
        next.item.stream.readNow()
        guard loop.nanoseconds < end else { break }
      }
      areReadsScheduled = false
      if !reads.isEmpty { scheduleReads() }
    }
  }

  /// Returns whether a body of `count` bytes may be read as JSON now; otherwise the connection gets a turn later. A
  /// body of 2 MiB takes milliseconds, during which all connections wait.
  func mayParse(_ connection: HTTPConnection, _ count: Int) -> Bool {
    turn.enter(loop.now)
    if bodies.isEmpty, turn.bodyBytes == 0 || turn.bodyBytes + count <= Limits.bodyBytesPerTurn {
      turn.bodyBytes += count
      return true
    }
    bodies.add((connection, connection.serial), of: connection.quota.name, cost: count)
    if !areBodiesScheduled { scheduleBodies() }
    return false
  }

  private func scheduleBodies() {
    areBodiesScheduled = true
    loop.schedule(afterMilliseconds: 0) { [self] in
      areBodiesScheduled = false
      var read = 0
      while read < Limits.bodyBytesPerTurn, let next = bodies.takeFirst() {
        guard next.item.connection.isCurrent(next.item.serial) else { continue }
        read += next.cost
        next.item.connection.takeBodyTurn()
      }
      if !bodies.isEmpty { scheduleBodies() }
    }
  }
}
