import API
import Proto
import Service
import Storage

extension SessionHandlers {
  /// Returns heads from memory if all are there. With several hosts memory may be stale, so the database is read.
  func fetchHeads(_ call: SessionAPI.FetchHeads, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.FetchHeads.Reply
  {
    guard call.users.count <= SessionLimits.headsPerCall else {
      throw Fault.invalid("users", "must have at most \(SessionLimits.headsPerCall) items")
    }
    if database.address.isShared { return try await fetchSharedHeads(call, caller) }
    var reply = try await fetchOwnHeads(call, caller)
    if call.wantsSlots == true, let memory = heads.memory {
      reply.slots = heads.places(of: call.users)
      reply.memory = memory.path
      reply.memoryIdentity = memory.identity
    }
    return reply
  }

  private func fetchOwnHeads(
    _ call: SessionAPI.FetchHeads, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchHeads.Reply {
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
    _ call: SessionAPI.FetchHeads, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.FetchHeads.Reply {
    do {
      let all = try await database.read(cost: 1 + call.users.count / 8) { rows in
        try caller.checkTime()
        try rows.prefetch(call.users.map(UserStore.headQuery))
        return try call.users.map { try UserStore.head($0, rows) }
      }
      return SessionAPI.FetchHeads.Reply(heads: all)
    } catch {
      throw fault(error, caller)
    }
  }

  func readJournal(
    _ call: SessionAPI.ReadJournal, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ReadJournal.Reply {
    var reply = try await events(call, caller)
    if call.wantsSlot == true, let memory = heads.memory {
      reply.slot = heads.places(of: [call.user]).first
      reply.memory = memory.path
      reply.memoryIdentity = memory.identity
    }
    return reply
  }

  private func events(
    _ call: SessionAPI.ReadJournal, _ caller: CallerContext
  ) async throws(Fault) -> SessionAPI.ReadJournal.Reply {
    guard call.after >= 0 else { throw Fault.invalid("after", "must not be negative") }
    let maxBytes = min(max(call.maxBytes ?? SessionLimits.journalBytes, 1), SessionLimits.mostJournalBytes)
    // With several hosts only the database knows the head.
    if hosts == nil, let reply = heads.recentEvents(call, maxBytes: maxBytes) { return reply }
    do {
      // Views usually read a few new events, which must not wait for reads of whole journals.
      let most = maxBytes / 1_024
      let expected = heads.head(of: call.user).map { 1 + max(0, Int($0.seq - call.after)) / 8 }
      let cost = min(expected ?? SessionLimits.unknownJournalCost, most)
      return try await database.read(user: call.user, cost: cost) { rows in
        try caller.checkTime()
        let (start, head) = try UserStore.ends(call.user, rows)
        // Some rows of a deleted user may still exist.
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
        "A journal is damaged: run 'waymark verify' for details, then restore a backup",
        ["user": call.user, "event": "\(damage.seq)"], trace: caller.trace)
      throw Fault(
        .unavailable, "the journal is damaged at event \(damage.seq); ask the operator to run 'waymark verify'")
    } catch {
      throw fault(error, caller)
    }
  }

  func listUsers(_ call: SessionAPI.ListUsers, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ListUsers.Reply
  {
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
