import API
import Proto
import Service
import Storage

extension SessionHandlers {
  /// From memory where all are there; then nothing is waited for. Where other hosts write too, memory may be behind:
  /// then the database is asked for all of them at once.
  func fetchHeads(_ call: SessionAPI.FetchHeads, _ caller: Caller) async throws(Fault) -> SessionAPI.FetchHeads.Reply {
    guard call.users.count <= SessionLimits.headsPerCall else {
      throw Fault.invalid("users", "must be at most \(SessionLimits.headsPerCall)")
    }
    if database.address.isShared { return try await fetchSharedHeads(call, caller) }
    let (found, ticket) = heads.heads(of: call.users)
    let here = found.compactMap { $0 }
    if here.count == found.count { return SessionAPI.FetchHeads.Reply(heads: here) }
    do {
      let missing = found.count - here.count
      let all = try await database.read(cost: 1 + missing / 8) { [heads] rows in
        try caller.checkTime()
        return try zip(call.users, found).map { user, head in
          if let head { return head }
          let head = try UserStore.head(user, rows)
          heads.fill(head, of: user, ticket: ticket)
          return head
        }
      }
      return SessionAPI.FetchHeads.Reply(heads: all)
    } catch {
      throw fault(error, caller)
    }
  }

  private func fetchSharedHeads(
    _ call: SessionAPI.FetchHeads, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.FetchHeads.Reply {
    do {
      let all = try await database.read(cost: 1 + call.users.count / 8) { rows in
        try caller.checkTime()
        try rows.ask(call.users.map(UserStore.headQuery))
        return try call.users.map { try UserStore.head($0, rows) }
      }
      return SessionAPI.FetchHeads.Reply(heads: all)
    } catch {
      throw fault(error, caller)
    }
  }

  func readJournal(
    _ call: SessionAPI.ReadJournal, _ caller: Caller
  ) async throws(Fault) -> SessionAPI.ReadJournal.Reply {
    guard call.after >= 0 else { throw Fault.invalid("after", "must not be negative") }
    let maxBytes = min(max(call.maxBytes ?? SessionLimits.journalBytes, 1), SessionLimits.mostJournalBytes)
    do {
      // Views mostly come for the last few events, and must not wait behind one that folds whole journals.
      let most = maxBytes / 1_024
      let expected = heads.head(of: call.user).map { 1 + max(0, Int($0.seq - call.after)) / 8 }
      let cost = min(expected ?? SessionLimits.unknownJournalCost, most)
      return try await database.read(user: call.user, cost: cost) { rows in
        try caller.checkTime()
        let (start, head) = try UserStore.ends(call.user, rows)
        // Of a user who was deleted some rows may still be there.
        let isThere = head.seq > 0
        let known = try isThere ? JournalStore.checksum(call.user, at: call.after, rows) : nil
        let checksum = call.after == 0 ? 0 : known
        var reply = SessionAPI.ReadJournal.Reply(
          checksumAfter: checksum, count: 0, last: SessionAPI.Head(seq: call.after, checksum: checksum ?? 0),
          head: head, events: [])
        guard head.seq > call.after, let checksum else { return reply }
        var chain = ChainCheck(after: SessionAPI.Head(seq: call.after, checksum: call.after == 0 ? start : checksum))
        var isWhole = true
        try JournalStore.each(call.user, after: call.after, rows) { seq, checksum, event in
          isWhole = reply.count == 0 || reply.events.count + event.count <= maxBytes
          guard isWhole else { return false }
          try chain.pass(seq, checksum, event)
          reply.events.append(contentsOf: event)
          reply.count += 1
          return true
        }
        if isWhole { try chain.finish(at: head) }
        reply.last = chain.last
        return reply
      }
    } catch let damage as JournalDamage {
      log.error(
        "A journal is damaged: 'waymark verify' says how; what was there before is in a backup",
        ["user": call.user, "event": "\(damage.seq)"], trace: caller.trace)
      throw Fault(.unavailable, "the journal is damaged at event \(damage.seq)")
    } catch {
      throw fault(error, caller)
    }
  }

  func listUsers(_ call: SessionAPI.ListUsers, _ caller: Caller) async throws(Fault) -> SessionAPI.ListUsers.Reply {
    let limit = min(max(call.limit ?? SessionLimits.usersPerPage, 1), SessionLimits.mostUsersPerPage)
    do {
      let users = try await database.read(cost: 1 + limit / 8) { rows in
        try UserStore.users(after: call.after ?? "", limit: limit + 1, rows)
      }
      let shown = Array(users.prefix(limit))
      return SessionAPI.ListUsers.Reply(users: shown, next: users.count > limit ? shown.last : nil)
    } catch {
      throw fault(error, caller)
    }
  }
}
