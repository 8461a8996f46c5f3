import API
import Chronology
import Crypto
import Proto
import Service
import Storage

extension SessionHandlers {
  /// A browser needs a recent sign-in. The command line sends no credentials.
  func deleteAccount(_ call: SessionAPI.DeleteAccount, _ caller: CallerContext) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    return try await erase(user, caller) { [self] rows in
      if let maker = call.maker {
        if maker.isBrowser { try checkFresh(maker, of: user, rows) }
      } else if try PersonStore.ids(after: "", limit: 2, rows) == [user] {
        return
      }
      try admins.checkRemains(without: user, rows)
    }
  }

  /// Deletes an account: one commit removes all access, then the rows are deleted in slices, the files are cleaned and
  /// the views follow. If the process ends, the next one continues. `check` throws if the account must stay.
  func erase(
    _ user: String, _ caller: CallerContext, _ check: @escaping @Sendable (Rows) throws -> Void
  ) async throws(Fault) -> Nothing {
    let made = ErasureMark.makeID(second: now().seconds)
    let erasure = SessionAPI.Erasure(id: made, digest: ErasureMark.digest(of: user, made))
    let (id, isNew) = erasures.begin(erasure, of: user)
    if isNew {
      do {
        let now = now()
        try await database.write(user: user, queries: [UserStore.lockedRecord(user)]) { [heads, hosts] transaction in
          try PersonStore.lock(transaction)
          try check(transaction.rows)
          let events = try UserStore.head(user, transaction.rows).seq
          try ErasureStore.begin(erasure, of: user, at: now, transaction)
          transaction.afterCommit {
            heads.discard(user, events: Int(events))
            hosts?.publishErasure(of: user)
          }
        }
      } catch {
        erasures.withdraw(id)
        throw fault(error, caller)
      }
      erasures.setCertain(id)
      startErasing()
    }
    let limit = SessionLimits.erasureWaitMilliseconds
    guard await erasures.wait(for: id, milliseconds: limit, isCertain: isNew) else {
      throw Fault(.unavailable, "the account could not be deleted; retry later")
    }
    return Nothing()
  }

  func waitForErasures(
    _ call: SessionAPI.WaitForErasures, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.WaitForErasures.Reply {
    guard SessionAPI.WaitForErasures.views.contains(call.view) else {
      throw Fault.invalid("view", "must be one of \(SessionAPI.WaitForErasures.views.joined(separator: ", "))")
    }
    for id in erasures.confirm(call.erased, by: call.view) {
      do {
        // The views of other hosts still need the record.
        if hosts == nil { try await database.write { try ErasureStore.end(id, $0) } }
      } catch {
        // Harmless: after the next start the views apply the deletion again and find nothing.
        log.warning(
          "the record of a deleted account could not be removed; it is removed after the next start",
          ["error": "\(error)"])
      }
      erasures.finish(id)
      if hosts != nil { erasures.noteApplied(id) }
    }
    return SessionAPI.WaitForErasures.Reply(erasures: try await erasures.next(for: call.view))
  }

  /// Continues the deletions of an earlier process before the first call is served.
  func resumeErasures() async throws {
    let start = hosts == nil ? 0 : erasures.readsFrom
    for (erasure, user) in try await database.read({ try ErasureStore.marks(since: start, $0) }) {
      guard ErasureStore.isWhole(erasure, user) else {
        log.error("the record of a deleted account is damaged and is ignored; run 'waymark verify'", [:])
        continue
      }
      erasures.restore(erasure, of: user)
    }
    startErasing()
  }

  func startErasing() {
    guard erasures.beginWork() else { return }
    Task { await erase() }
  }

  /// Retries after a failure, such as a full disk, with growing pauses.
  private func erase() async {
    var pause = SessionLimits.erasurePauseMilliseconds
    repeat {
      do {
        while let (erasure, user) = erasures.nextWithRows { try await eraseRows(of: user, erasure) }
        try await eraseTraces()
        pause = SessionLimits.erasurePauseMilliseconds
      } catch {
        if erasures.isStopping { continue }
        log.warning("a deleted account could not be erased; retrying", ["error": "\(error)"])
        try? await Task.sleep(for: .milliseconds(pause))
        pause = min(2 * pause, SessionLimits.longestErasurePauseMilliseconds)
      }
    } while !erasures.endWork()
  }

  /// Other users' commands run between the slices.
  private func eraseRows(of user: String, _ erasure: SessionAPI.Erasure) async throws {
    // Other hosts reject the user while the name is stored.
    let keepsName = hosts != nil && erasures.holdMilliseconds > 0
    while true {
      guard !erasures.isStopping else { throw DatabaseError(.closed, "the service is stopping") }
      let isLast = try await database.write(cost: SessionLimits.erasureCost) { [keepsName] transaction in
        try ErasureStore.deleteSlice(
          of: user, erasure, rows: SessionLimits.erasedRows, keepsName: keepsName, transaction)
      }
      if isLast { return erasures.noteRowsDeleted(erasure.id) }
    }
  }

  /// Cleans the files for all finished deletions together, because writes may wait for it. The pause between two
  /// runs keeps repeated deletions from blocking other users.
  private func eraseTraces() async throws {
    let ids = erasures.withTraces
    guard !ids.isEmpty else { return }
    let began = Clock.milliseconds
    guard began >= erasures.scrubAt else {
      let rest = min(erasures.scrubAt - began, SessionLimits.erasurePauseMilliseconds)
      return try await Task.sleep(for: .milliseconds(rest))
    }
    try await database.scrub()
    let ended = Clock.milliseconds
    erasures.noteScrubbed(ids, scrubAgainAt: ended + (ended - began) * SessionLimits.scrubRestFactor)
  }
}
