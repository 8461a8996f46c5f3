import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func addImport(_ call: SessionAPI.AddImport, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      let (user, rows) = (transaction.user, transaction.rows)
      guard var blob = try BlobStore.blob(user, call.blob, rows), !blob.isUsed, blob.size == call.size else {
        throw Fault.invalid("blob", "is not an upload of this size")
      }
      blob.isUsed = true
      try BlobStore.save(blob, of: user, at: transaction.now, transaction.storage)
      try transaction.order(call.order, call.blob, size: call.size, name: call.name)
      return Nothing()
    }
  }

  func claimImport(
    _ call: SessionAPI.ClaimImport, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ClaimImport.Reply {
    if let blob = call.blob {
      return SessionAPI.ClaimImport.Reply(pending: try await claim(blob, caller))
    }
    let candidates: [ImportOrderStore.Order]
    do {
      candidates = try await database.read { [now = now()] rows in
        try ImportOrderStore.unclaimed(at: now, limit: SessionLimits.importCandidates, rows)
      }
    } catch {
      throw fault(error, caller)
    }
    for candidate in candidates {
      let owner = CallerContext(user: candidate.pending.user, trace: caller.trace)
      // An order that cannot be claimed, for example of a user who is being deleted, does not delay the others.
      if let pending = try? await claim(candidate.pending.blob, owner) {
        return SessionAPI.ClaimImport.Reply(pending: pending)
      }
    }
    return SessionAPI.ClaimImport.Reply(pending: nil)
  }

  /// Claims the oldest import of the user, so that a later file does not overtake the one that it replaces. Returns nil
  /// if the given import is done, or if one of the user runs.
  private func claim(_ blob: Int64, _ caller: CallerContext) async throws(Fault) -> SessionAPI.PendingImport? {
    try await command(caller) { transaction in
      let (user, now) = (transaction.user, transaction.now)
      let orders = try ImportOrderStore.orders(of: user, transaction.rows)
      guard let oldest = orders.first, orders.contains(where: { $0.pending.blob == blob }),
        !orders.contains(where: { $0.claimedUntil > now })
      else { return nil }
      let pending = oldest.pending
      guard oldest.attempts < SessionLimits.importAttempts else {
        try transaction.end(oldest, problem: "the import of '\(pending.name)' was given up after several attempts")
        return nil
      }
      try ImportOrderStore.claim(
        pending.blob, of: user, until: now + SessionLimits.importClaimSeconds, attempts: oldest.attempts + 1,
        transaction.storage)
      return pending
    }
  }

  func renewImport(_ call: SessionAPI.RenewImport, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try await command(caller) { transaction in
      guard let order = try ImportOrderStore.order(transaction.user, call.blob, transaction.rows) else {
        throw Fault(.notFound, "the import is done")
      }
      try ImportOrderStore.claim(
        call.blob, of: transaction.user, until: transaction.now + SessionLimits.importClaimSeconds,
        attempts: order.attempts, transaction.storage)
      return Nothing()
    }
  }

  func finishImport(_ call: SessionAPI.FinishImport, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let blob = try await command(caller) { transaction in
      let user = transaction.user
      guard let order = try ImportOrderStore.order(user, call.blob, transaction.rows) else { return Int64(0) }
      guard call.isDone else {
        let next = transaction.now + SessionLimits.importPauseSeconds
        try ImportOrderStore.claim(
          call.blob, of: user, until: next, attempts: order.attempts, transaction.storage)
        return 0
      }
      return try transaction.end(order, problem: call.problem)
    }
    if blob != 0 { await delete(blobs: [blob], of: caller) }
    return Nothing()
  }
}

extension UserTransaction {
  /// Orders the import of content after all that the user has ordered before.
  func order(_ order: SessionAPI.ImportOrder, _ blob: Int64, size: Int, name: String) throws {
    let waiting = try ImportOrderStore.totals(of: user, rows)
    guard waiting.count < SessionLimits.importOrdersOfUser,
      waiting.bytes + size <= SessionLimits.importBytesOfUser
    else {
      throw Fault(.overloaded, "too many imports are waiting; retry later")
    }
    let pending = SessionAPI.PendingImport(user: user, blob: blob, size: size, name: name, order: order)
    try ImportOrderStore.save(pending, at: max(now, waiting.newest + 1), storage)
  }

  /// Removes an order, and the content if it is not that of a file. Returns the content to delete, or 0.
  @discardableResult
  fileprivate func end(_ order: ImportOrderStore.Order, problem: String?) throws -> Int64 {
    let pending = order.pending
    try ImportOrderStore.delete(pending.blob, of: user, storage)
    if let problem {
      let text = String(problem.prefix(SessionLimits.problemCharacters))
      try ConnectorUseStore.save(
        pending.order.connector, seenAt: Instant(seconds: now.seconds - now.seconds % 60),
        SessionAPI.ConnectorProblem(at: now, message: text), of: user, storage)
    }
    guard try !FileStore.hasBlob(user, pending.blob, rows), var blob = try BlobStore.blob(user, pending.blob, rows)
    else { return 0 }
    blob.isUsed = false
    try BlobStore.save(blob, of: user, at: Instant(seconds: 0), storage)
    return pending.blob
  }
}
