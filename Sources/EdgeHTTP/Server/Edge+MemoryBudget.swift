import CLinux
import Glibc
import Proto
import Queueing

/// Memory for what waits, in either direction: a budget for all, with a share for each.
extension Edge {
  /// A request that waits until there is room for its body or its answer.
  struct RoomRequest {
    let connection: HTTPConnection
    let serial: UInt64
    let bytes: Int
    let isBody: Bool

    var isGone: Bool { !connection.isWaitingForRoom || connection.serial != serial }
  }

  /// True where the room is there now; else the connection goes on later, by `enter`.
  func takeRoom(_ connection: HTTPConnection, _ bytes: Int, isBody: Bool) -> Bool {
    let quota = connection.quota
    let isFirst = rooms.isEmpty || rooms.cost(of: quota.name) == 0
    if isFirst, isRoom(for: bytes, of: quota, isBody: isBody) {
      connection.keepRoom(bytes, isBody: isBody)
      return true
    }
    let request = RoomRequest(connection: connection, serial: connection.serial, bytes: bytes, isBody: isBody)
    rooms.add(request, of: quota.name, cost: bytes)
    return false
  }

  /// One body of each user may always come: otherwise many that have begun could keep each other from ending.
  private func isRoom(for bytes: Int, of quota: Quota, isBody: Bool) -> Bool {
    isBody && quota.bodies == 0 || quotas.budget.hasRoom(for: bytes, of: quota.owner)
  }

  /// Some of the memory has been given back, or more is held than there is.
  func roomChanged() {
    guard !isRoomDue else { return }
    isRoomDue = true
    loop.atEndOfTurn { [self] in
      isRoomDue = false
      if quotas.budget.isOver || overdrawn { relieve() }
      grantRooms()
    }
  }

  private func grantRooms() {
    while let next = rooms.takeFirst(where: { request in
      request.isGone || isRoom(for: request.bytes, of: request.connection.quota, isBody: request.isBody)
    }) {
      guard !next.item.isGone else { continue }
      next.item.connection.keepRoom(next.item.bytes, isBody: next.item.isBody)
      next.item.connection.enter()
    }
  }

  /// Gives up what has waited longest, first of those who hold more than their share, until the rest fits: least
  /// is lost where a client has not sent or read for long.
  private func relieve() {
    overdrawn = false
    let holding = allConnections.filter { $0.held > 0 }.map { connection in
      (connection: connection, isOver: quotas.budget.isOver(connection.quota.owner))
    }
    let ordered = holding.sorted { left, right in
      left.isOver != right.isOver ? left.isOver : left.connection.heldSince < right.connection.heldSince
    }
    for (connection, _) in ordered {
      let isStranger = !connection.isKnown && quotas.budget.isOver(connection.quota.owner)
      guard quotas.budget.isOver || isStranger else { continue }
      connection.giveUp()
    }
  }

  /// Serves connections that wait for room, and hands memory back to the system after a rush.
  func tidyRooms() {
    if !rooms.isEmpty {
      _ = rooms.removeAll(where: \.isGone)
      roomChanged()
    }
    let used = quotas.budget.used + connectionCount * Limits.keptHeadBytes
    if used * 4 < peakBytes, peakBytes > Limits.rushBytes {
      peakBytes = 0
      malloc_trim(0)
    } else {
      peakBytes = max(peakBytes, used)
    }
  }

  // Large bodies.

  /// Whether a body of `count` bytes may be read as JSON now. Otherwise the connection has its turn later, after
  /// others: a body of 2 MiB takes milliseconds, which all connections wait for.
  func mayRead(_ connection: HTTPConnection, _ count: Int) -> Bool {
    beginTurn()
    if bodies.isEmpty, bodyTurnBytes == 0 || bodyTurnBytes + count <= Limits.bodyBytesPerTurn {
      bodyTurnBytes += count
      return true
    }
    bodies.add((connection, connection.serial), of: connection.quota.name, cost: count)
    if !areBodiesDue { readBodiesNextTurn() }
    return false
  }

  private func readBodiesNextTurn() {
    areBodiesDue = true
    loop.schedule(afterMilliseconds: 0) { [self] in
      areBodiesDue = false
      var read = 0
      while read < Limits.bodyBytesPerTurn, let next = bodies.takeFirst() {
        guard next.item.connection.serial == next.item.serial, !next.item.connection.isClosed else { continue }
        read += next.cost
        next.item.connection.readBody()
      }
      if !bodies.isEmpty { readBodiesNextTurn() }
    }
  }
}
