import CLinux
import Glibc
import Proto
import Queueing

/// Admits requests to the memory budget: large bodies and responses wait here until they fit. Belongs to the edge's
/// loop.
final class MemoryAdmission {
  private struct Request {
    let connection: HTTPConnection
    let serial: UInt64
    let bytes: Int
    let isBody: Bool

    var isGone: Bool { !connection.isWaitingForMemory || connection.serial != serial }
  }

  private let loop: Loop
  private let quotas: Quotas
  private let connections: Connections
  private var waiting = FairQueue<Request>(quantum: Limits.bodyBytesPerTurn)
  private(set) var hasWaiting = false
  private var isCheckScheduled = false
  /// An address without credentials holds more than its quota.
  private var isAddressOver = false
  private var peakBytes = 0

  init(loop: Loop, quotas: Quotas, connections: Connections) {
    self.loop = loop
    self.quotas = quotas
    self.connections = connections
  }

  /// True if the memory is reserved now; otherwise the connection continues later, by `enter`.
  func reserve(_ bytes: Int, for connection: HTTPConnection, isBody: Bool) -> Bool {
    let quota = connection.quota
    let isFirst = waiting.isEmpty || waiting.cost(of: quota.name) == 0
    if isFirst, quotas.hasRoom(for: bytes, of: quota, isBody: isBody) {
      connection.reserve(bytes, isBody: isBody)
      return true
    }
    let request = Request(connection: connection, serial: connection.serial, bytes: bytes, isBody: isBody)
    waiting.add(request, of: quota.name, cost: bytes)
    hasWaiting = true
    return false
  }

  /// Called when a connection holds `change` bytes more than before, which are counted already.
  func changed(by change: Int, of quota: Quota, isAddress: Bool) {
    guard change > 0 else {
      if hasWaiting { scheduleCheck() }
      return
    }
    if isAddress, quotas.isOver(quota) { isAddressOver = true }
    if isAddressOver || quotas.isOver { scheduleCheck() }
  }

  private func scheduleCheck() {
    guard !isCheckScheduled else { return }
    isCheckScheduled = true
    loop.atEndOfTurn { [self] in
      isCheckScheduled = false
      if quotas.isOver || isAddressOver { evict() }
      admitWaiting()
    }
  }

  private func admitWaiting() {
    while let next = waiting.takeFirst(where: { request in
      request.isGone || quotas.hasRoom(for: request.bytes, of: request.connection.quota, isBody: request.isBody)
    }) {
      guard !next.item.isGone else { continue }
      next.item.connection.reserve(next.item.bytes, isBody: next.item.isBody)
      next.item.connection.enter()
    }
    hasWaiting = !waiting.isEmpty
  }

  /// Evicts connections until the rest fits, first those over their quota, then those that have held memory longest: a
  /// client that has neither sent nor read for long loses least.
  private func evict() {
    isAddressOver = false
    let holders = connections.all.filter { $0.heldBytes > 0 }.map { connection in
      (connection: connection, isOver: quotas.isOver(connection.quota))
    }
    let ordered = holders.sorted { left, right in
      left.isOver != right.isOver ? left.isOver : left.connection.heldSince < right.connection.heldSince
    }
    for (connection, _) in ordered {
      let isOver = quotas.isOver(connection.quota)
      guard quotas.isOver || isOver && !connection.isAuthenticated else { continue }
      connection.evict(isOver ? .userMemory : .memory)
    }
  }

  /// Called at intervals: removes requests whose client has gone, and returns memory to the system after a rush.
  func tidy(connectionCount: Int) {
    if !waiting.isEmpty {
      _ = waiting.removeAll { request, _ in request.isGone }
      hasWaiting = !waiting.isEmpty
      scheduleCheck()
    }
    let used = quotas.usedBytes + connectionCount * Limits.keptHeadBytes
    if used * 4 < peakBytes, peakBytes > Limits.rushBytes {
      peakBytes = 0
      malloc_trim(0)
    } else {
      peakBytes = max(peakBytes, used)
    }
  }

  /// A rush has ended whose memory is not returned yet.
  var isTidyDue: Bool { peakBytes > Limits.rushBytes }
}
