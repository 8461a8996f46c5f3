import Glibc
import Proto
import Queueing

/// Which connection is read from next. Where more have sent something than one turn of the loop can deal with, they are
/// read by account in turn: the connections of a user who sends much wait behind each other, and no others do.
extension Edge {
  /// Whether the connection may be read from at once; else it is in its turn.
  @inline(__always)
  func mayRead(_ connection: HTTPConnection) -> Bool {
    beginTurn()
    if reads.isEmpty, turnReads < Limits.readsPerTurn, turnBytes < Limits.answerBytesPerTurn {
      turnReads += 1
      return true
    }
    readLater(connection)
    return false
  }

  /// What one turn has done begins to count anew.
  @inline(__always)
  func beginTurn() {
    guard loop.now != turn else { return }
    turn = loop.now
    turnReads = 0
    turnBytes = 0
    bodyTurnBytes = 0
  }

  private func readLater(_ connection: HTTPConnection) {
    reads.add(connection, of: connection.quota.name, cost: 1)
    if !areReadsDue { readNextTurn() }
  }

  private func readNextTurn() {
    areReadsDue = true
    loop.schedule(afterMilliseconds: 0) { [self] in
      beginTurn()
      let end = Edge.clock() + Limits.readNanosecondsPerTurn
      while turnBytes < Limits.answerBytesPerTurn, let next = reads.takeFirst() {
        next.item.stream.readNow()
        guard Edge.clock() < end else { break }
      }
      areReadsDue = false
      if !reads.isEmpty { readNextTurn() }
    }
  }

  /// Monotonic nanoseconds, also within a turn.
  private static func clock() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
