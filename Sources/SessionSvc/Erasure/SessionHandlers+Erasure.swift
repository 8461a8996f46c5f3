import API
import Chronology
import Crypto
import Proto
import Service
import Storage

extension SessionHandlers {
  /// First one commit after which nothing leads to the user any more; then the rows in slices, what the engine's files
  /// keep of them, and the views. A process that ends in between leaves the rest to the next one.
  func deleteAccount(_ call: SessionAPI.DeleteAccount, _ caller: Caller) async throws(Fault) -> Nothing {
    let user = try caller.validUser()
    let made = ErasureMark.makeID(second: now().seconds)
    let erasure = SessionAPI.Erasure(id: made, digest: ErasureMark.digest(of: user, made))
    let (id, isNew) = erasures.begin(erasure, of: user)
    if isNew {
      do {
        let now = now()
        try await database.write(user: user, queries: [UserStore.lockedAccount(user)]) { [heads, hosts] transaction in
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
      throw Fault(.unavailable, "the account could not be deleted just now")
    }
    return Nothing()
  }

  func waitForErasures(
    _ call: SessionAPI.WaitForErasures, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.WaitForErasures.Reply {
    guard SessionAPI.WaitForErasures.views.contains(call.view) else {
      throw Fault.invalid("view", "must be one of \(SessionAPI.WaitForErasures.views.joined(separator: ", "))")
    }
    for id in erasures.confirm(call.erased, by: call.view) {
      do {
        // Where there are other hosts, their views need it too.
        if hosts == nil { try await database.write { try ErasureStore.end(id, $0) } }
      } catch {
        // Nothing of the user is left: after the next start the views are asked once more, and find nothing.
        log.warning("the mark of an erased account could not be removed", ["error": "\(error)"])
      }
      erasures.finish(id)
      if hosts != nil { erasures.noteMet(id) }
    }
    return SessionAPI.WaitForErasures.Reply(erasures: try await erasures.next(for: call.view))
  }

  /// Takes up what an earlier process has left, before the first call is answered.
  func resumeErasures() async throws {
    let start = hosts == nil ? 0 : erasures.readsFrom
    for (erasure, user) in try await database.read({ try ErasureStore.marks(since: start, $0) }) {
      guard ErasureStore.isWhole(erasure, user) else {
        log.error("the mark of a deleted account is damaged: nothing is deleted by it", [:])
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

  /// A failure, such as a full disk, is tried again less and less often.
  private func erase() async {
    var pause = SessionLimits.erasurePauseMilliseconds
    repeat {
      do {
        while let (erasure, user) = erasures.nextWithRows { try await eraseRows(of: user, erasure) }
        try await eraseTraces()
        pause = SessionLimits.erasurePauseMilliseconds
      } catch {
        if erasures.isStopping { continue }
        log.warning("a deleted account could not be erased; it is tried again", ["error": "\(error)"])
        try? await Task.sleep(for: .milliseconds(pause))
        pause = min(2 * pause, SessionLimits.longestErasurePauseMilliseconds)
      }
    } while !erasures.endWork()
  }

  /// Other users' commands have their turn between the slices.
  private func eraseRows(of user: String, _ erasure: SessionAPI.Erasure) async throws {
    // Other hosts refuse the user for as long as the name is there.
    let keepsName = hosts != nil && erasures.holdMilliseconds > 0
    while true {
      guard !erasures.isStopping else { throw DatabaseError(.closed, "the service is stopping") }
      let isLast = try await database.write(cost: SessionLimits.erasureCost) { [keepsName] transaction in
        try ErasureStore.deleteSlice(
          of: user, erasure, rows: SessionLimits.erasedRows, keepsName: keepsName, transaction)
      }
      if isLast { return erasures.rowsAreGone(erasure.id) }
    }
  }

  /// All that have come so far together: it costs a copy of the whole database, however little was deleted. One who
  /// makes accounts and deletes them has others wait for a small part of the time alone.
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
    erasures.tracesAreGone(ids, scrubAgainAt: ended + (ended - began) * SessionLimits.scrubRestFactor)
  }
}
